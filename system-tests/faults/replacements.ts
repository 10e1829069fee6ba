import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { InstanceName, Product } from '../product.ts'

/** As a worker says it, and a projector. */
const Active = z.union([z.object({ active: z.literal(true) }), z.object({ role: z.literal('active') })])

type Lose = (product: Product, name: InstanceName) => Promise<void>

const losses = {
  'kill -9': (product, name) => product.kill(name),
  'a clean stop': (product, name) => product.end(name),
  // As with a machine that is cut off: no connection closes.
  silence: async (product, name) => product.freeze(name),
} as const satisfies Readonly<Record<string, Lose>>
export type Loss = keyof typeof losses

const LONGEST_MILLISECONDS = 10_000
const PATIENCE_MILLISECONDS = 60_000

export interface Replacement {
  readonly service: 'projector' | 'worker'
  readonly after: Loss
  readonly milliseconds: number
}

/** Takes away the active projector and the active worker, and measures until another is active. */
export async function replaceActive(product: Product, after: readonly Loss[]): Promise<readonly Replacement[]> {
  const replaced: Replacement[] = []
  const replace = async (service: Replacement['service']) => {
    for (const loss of after) {
      const active = await activeOf(product, service, null)
      const since = performance.now()
      const losing = losses[loss](product, active)
      await activeOf(product, service, active)
      replaced.push({ service, after: loss, milliseconds: performance.now() - since })
      await losing
      product.thaw(active)
      await product.start(active)
    }
  }
  await Promise.all([replace('projector'), replace('worker')])
  return replaced
}

async function activeOf(product: Product, service: Replacement['service'], except: InstanceName | null): Promise<InstanceName> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS
  while (Date.now() < deadline) {
    for (const name of product.instancesOf(service))
      if (name !== except && Active.safeParse(await product.health(name).catch(() => null)).success) return name
    await sleep(20)
  }
  throw new Error(`No ${service} was active after ${PATIENCE_MILLISECONDS} ms.`)
}

export const replacedTooLate = (replaced: readonly Replacement[]): string[] =>
  replaced
    .filter(({ milliseconds }) => milliseconds > LONGEST_MILLISECONDS)
    .map(({ service, after, milliseconds }) => `After ${after}, no ${service} was active for ${Math.round(milliseconds)} ms`)
