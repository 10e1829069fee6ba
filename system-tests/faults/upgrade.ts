import type { ServicePart } from '../product.ts'
import type { Ledger } from './ledger.ts'
import { until, type World } from './world.ts'

/** Writers come after all that read what they write. On the way back it is the other way around. */
const order: readonly ServicePart[] = ['projector', 'worker', 'read-api', 'command-api']
const NEW_READ_MODELS = ['study/user-modules 2', 'study/module-reasons 1']
const COMMANDS_AT_EACH_STOP = 40

export interface Moved {
  readonly direction: 'forward' | 'back'
  readonly seconds: number
  readonly commands: number
  readonly failed: number
  readonly readsAskedAgain: number
}

/**
 * One instance at a time, under load. Commands that fail meanwhile are faults. Reads may ask to wait for what was just
 * written, while the projector hands over.
 */
export async function upgradeAndGoBack(
  world: World,
  { to, ledger }: { readonly to: string; readonly ledger: Ledger },
): Promise<readonly Moved[]> {
  const { product, sql } = world
  const moves: Moved[] = []
  const move = async (direction: Moved['direction'], parts: readonly ServicePart[], programs?: string) => {
    const [startedAt, commands, failed] = [performance.now(), ledger.commands, ledger.failed.length]
    if (programs !== undefined) await product.runSetup(programs)
    for (const part of parts) {
      for (const name of product.instancesOf(part)) await product.move(name, programs)
      if (part === 'projector')
        await until(() => readModelsMissing(world, programs === undefined ? ['study/user-modules 1'] : NEW_READ_MODELS))
    }
    await worked(ledger)
    const { reads = [], failures = [] } = Object.groupBy(ledger.failed.slice(failed), (key) =>
      key.startsWith('GET') ? 'reads' : 'failures',
    )
    ledger.faults.push(...failures.map((failure) => `While the product was moved ${direction}, a command failed: ${failure}`))
    const seconds = (performance.now() - startedAt) / 1_000
    moves.push({ direction, seconds, commands: ledger.commands - commands, failed: failures.length, readsAskedAgain: reads.length })
  }
  await worked(ledger)
  await move('forward', order, to)
  const [written] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM ${sql('read.module_reasons')} WHERE because IS NOT NULL`
  if (!written?.count) ledger.fault('Nothing was written in the new version of the event')
  await move('back', order.toReversed())
  return moves
}

/** Until students have done a good deal. */
async function worked(ledger: Ledger): Promise<void> {
  const goal = ledger.commands + COMMANDS_AT_EACH_STOP
  await until(async () => (ledger.commands < goal ? [`${goal - ledger.commands} commands`] : []))
}

async function readModelsMissing({ sql }: World, wanted: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ built: string }[]>`SELECT read_model || ' ' || version AS built FROM projector.checkpoints WHERE state = 'live'`
  return wanted.filter((one) => !rows.some(({ built }) => built === one))
}
