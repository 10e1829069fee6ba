import { startPushService } from '@medicready/local/push/start'
import { Chance } from '@medicready/platform/testing/chance'
import { type PartName, Product } from '../product.ts'
import { readProvider } from '../provider.ts'
import { audit, neverMet } from './audit/audit.ts'
import { auditPayments } from './audit/payments.ts'
import { auditPushes, pushRepeats } from './audit/pushes.ts'
import { auditTutoring } from './audit/tutoring.ts'
import { killInTurn } from './kills.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { type Loss, replaceActive, replacedTooLate } from './replacements.ts'
import { upgradeAndGoBack } from './upgrade.ts'
import {
  caughtUp,
  connect,
  decidedOtherwise,
  differencesToRebuild,
  everyoneReminded,
  everythingTold,
  reconciled,
  SETTLE_MILLISECONDS,
  schoolOf,
  type World,
  wholeLog,
} from './world.ts'

interface FaultRunOptions {
  readonly kills: number
  /** Fixes what is killed when, and what the students do. */
  readonly seed: number
  /** Students at any moment, beside the visitors who have places of their own. */
  readonly atOnce?: number
  /** A cluster of three needs a real server in EVENTSTORE_SERVER. */
  readonly nodes?: 1 | 3
  /** Of each service, behind one edge. */
  readonly instances?: number
  /** Of the active projector and worker, after the kills; each needs another instance. */
  readonly losses?: readonly Loss[]
  /** The folder of the next version, to which all instances are moved under load, and from which they come back. */
  readonly upgradeTo?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { readonly kills: number; readonly commands: number; readonly students: number }) => void
}

export type FaultReport = Awaited<ReturnType<typeof runFaults>>

/**
 * Runs the whole product under load while its processes are killed with -9. Then compares the log, the inbox, and the
 * read models with what the students were told, and the read models with a rebuild.
 */
export async function runFaults({
  kills,
  seed,
  atOnce = 12,
  nodes = 1,
  instances = 1,
  losses = [],
  upgradeTo,
  signal,
  onProgress,
}: FaultRunOptions) {
  const startedAt = performance.now()
  const pushes = await startPushService({ port: 0 })
  const environment = { ATTEMPTS_PER_NETWORK: '1000000', STRIPE_SEED: String(seed), PUSH_SERVICE_URL: pushes.url }
  const product = await Product.prepare(environment, { nodes, instances })
  const ledger = new Ledger()
  const killed: PartName[] = []
  let isSound = false
  let world: World | null = null
  let load: ReturnType<typeof startLoad> | null = null
  try {
    await product.startAll()
    world = connect(product, pushes)
    const settled = world
    await caughtUp(settled)

    load = startLoad(await schoolOf(settled, ledger, signal), { seed, atOnce })
    const progress = () =>
      onProgress?.({
        kills: killed.length,
        commands: ledger.commands,
        students: ledger.finished,
      })
    await killInTurn(product, {
      kills,
      chance: new Chance(seed),
      killed,
      progress,
      commands: () => ledger.commands,
      ...(signal && { signal }),
    }).catch((error: Error) => {
      signal?.throwIfAborted()
      ledger.fault(`The kills stopped early: ${error.message}`)
    })
    const replaced = await replaceActive(product, losses)
    ledger.faults.push(...replacedTooLate(replaced))
    const moves = upgradeTo === undefined ? [] : await upgradeAndGoBack(settled, { to: upgradeTo, ledger })
    ledger.faults.push(...(await load.end(SETTLE_MILLISECONDS)))
    progress()

    const faults = [...ledger.faults]
    const remindedUntil = await everyoneReminded(settled)
    await everythingTold(settled).catch((error: Error) => faults.push(error.message))
    faults.push(...(await reconciled(settled)))
    await caughtUp(settled).catch((error: Error) => faults.push(error.message))
    const provider = await readProvider(settled.payments)
    const { facts, unreadable } = await wholeLog(settled.eventStore)
    const [mails, repeats] = await Promise.all([settled.mails.all(), settled.mails.repeats()])
    const { differences, rows } = await differencesToRebuild(settled)
    faults.push(...(await decidedOtherwise(settled, facts)))
    faults.push(...unreadable, ...audit(facts, { mails, repeats, kills }, ledger), ...differences, ...product.unexpectedEnds)
    faults.push(...auditPayments(facts, provider), ...auditPushes(facts, pushes.taken(), kills))
    const { tutoring: money } = provider
    faults.push(...auditTutoring(facts, { told: ledger.told, money, remindedUntil }))
    const plans = [...provider.customers.values()]
    const met = {
      mails: mails.length,
      payments: plans.flatMap(({ paid }) => paid).length + money.payments.length,
      notifications: pushes.taken().length,
      bookings: facts.filter(({ type }) => type === 'TutoringSessionScheduled').length,
      'reminders of sessions': facts.filter(({ type }) => type === 'TutoringReminderDue').length,
    }
    faults.push(...neverMet(met))
    isSound = faults.length === 0
    const { commands, repeats: commandsRepeated, reads, staleReads, finished: students } = ledger
    return {
      faults,
      kills: killed,
      replaced,
      moves,
      ...{ students, commands, commandsRepeated, reads, staleReads, met, rows },
      events: facts.length,
      refunds: plans.flatMap(({ refunds }) => refunds).length + money.refunds.length,
      dailyEmails: mails.filter(({ messageId }) => messageId.startsWith('dailyEmail.')).length,
      /** Delivered mails that came again under the same Message-ID, and notifications under the same topic. */
      mailRepeats: repeats.length,
      pushRepeats: pushRepeats(pushes.taken()),
      seconds: (performance.now() - startedAt) / 1000,
      /** Output and data of the processes, kept when something was wrong. */
      folder: isSound ? null : product.folder,
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Error(`The run failed. Output and data of the processes are in ${product.folder}`, { cause: error })
  } finally {
    await load?.abort()
    await world?.close()
    await product.stop({ keepFolder: !isSound && !signal?.aborted })
    await pushes.close()
  }
}
