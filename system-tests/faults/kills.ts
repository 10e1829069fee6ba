import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '@medicready/platform/testing/chance'
import { isNode, type PartName, type Product } from '../product.ts'

/** By weight, after each was killed once: those that hold the data are killed most. */
const victims: readonly PartName[] = [
  ...Array<PartName>(3).fill('event-store'),
  ...Array<PartName>(3).fill('command-api'),
  ...Array<PartName>(3).fill('worker'),
  ...Array<PartName>(3).fill('projector'),
  ...Array<PartName>(2).fill('stripe'),
  'read-api',
  'postgres',
]

/** Shares of the kills after which a month passes at the payment provider. */
const MONTHS_PASS_AT = [0.5, 0.8]
const MONTH_SECONDS = 31 * 86_400 + 7_200

/** Slow machines, too, are killed in the middle of work. */
const COMMANDS_FOR_EACH_KILL = 8
const LONGEST_WAIT_FOR_COMMANDS = 5_000

/** The other nodes elect a leader meanwhile. */
const NODE_AWAY_MILLISECONDS = 3_000

interface KillOptions {
  readonly kills: number
  readonly chance: Chance
  readonly killed: PartName[]
  readonly progress: () => void
  readonly commands: () => number
  readonly signal?: AbortSignal
}

/** One or two at a time, sometimes again while they start, with pauses between. */
export async function killInTurn(product: Product, { kills, chance, killed, progress, commands, signal }: KillOptions): Promise<void> {
  let left = kills
  const kill = async (name: PartName) => {
    if (left === 0) return
    left -= 1
    killed.push(name)
    await product.kill(name)
    progress()
  }
  const unharmed = new Set(victims)
  const draw = () => {
    const victim = chance.pick(unharmed.size > 0 ? [...unharmed] : victims)
    unharmed.delete(victim)
    return victim
  }
  const starting = new Set<PartName>()
  const months: Promise<void>[] = []
  while (left > 0) {
    const since = Date.now()
    while (commands() < (kills - left) * COMMANDS_FOR_EACH_KILL && Date.now() - since < LONGEST_WAIT_FOR_COMMANDS) await sleep(50)
    signal?.throwIfAborted()
    while (kills - left >= (MONTHS_PASS_AT[months.length] ?? 2) * kills) months.push(aMonthPasses(product, signal))
    const first = draw()
    const second = chance.happens(0.25) ? draw() : first
    const names = (await Promise.all([...new Set([first, second])].map((victim) => standingFor(victim, product, chance)))).filter(
      (name) => name !== null,
    )
    await Promise.all(names.map(kill))
    await sleep(chance.happens(0.15) ? 500 + chance.below(1_500) : chance.below(200))
    for (const name of names) {
      if (product.nodes.length > 1 && isNode(name)) await sleep(NODE_AWAY_MILLISECONDS)
      product.launch(name)
      starting.add(name)
    }
    const [again] = names
    if (again !== undefined && chance.happens(0.2)) {
      await sleep(chance.below(900))
      const name = chance.pick(names)
      await kill(name)
      product.launch(name)
    }
    // Sometimes goes on without waiting. The product notes parts that end by themselves.
    if (chance.happens(0.3)) continue
    await Promise.all([...starting].map((name) => ready(product, name)))
    starting.clear()
    await sleep(chance.below(600))
  }
  await Promise.all([...starting].map((name) => ready(product, name)))
  await Promise.all(months)
}

/** Repeated until it is answered: an unanswered request may have moved the clock in part or in full. */
async function aMonthPasses({ environment }: Product, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const body = new URLSearchParams({ seconds: String(MONTH_SECONDS) })
    const headers = { accept: 'application/json' }
    const answer = await fetch(`${environment.STRIPE_API_BASE}/clock`, { method: 'POST', headers, body }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(100)
  }
}

/**
 * One of the instances of a service. In a cluster the leader is killed, and only while all nodes are up, since two of
 * three must be. Null when that is not so.
 */
async function standingFor(victim: PartName, product: Product, chance: Chance): Promise<PartName | null> {
  if (isNode(victim)) return product.nodes.length > 1 ? product.leaderOfAll() : victim
  const instances = product.instancesOf(victim)
  return instances.length > 1 ? chance.pick(instances) : victim
}

async function ready(product: Product, name: PartName): Promise<void> {
  for (;;) {
    product.launch(name)
    try {
      return await product.whenReady(name)
    } catch (error) {
      if (product.isRunning(name)) throw error
    }
  }
}
