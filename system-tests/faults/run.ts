import { Chance } from '@medicready/platform/testing/chance'
import type { PartName } from '../product.ts'
import { readProvider } from '../provider.ts'
import { audit, neverMet } from './audit/audit.ts'
import { auditPayments } from './audit/payments.ts'
import { auditPushes, pushRepeats } from './audit/pushes.ts'
import { auditTutoring } from './audit/tutoring.ts'
import { killInTurn } from './kills.ts'
import { startLoad } from './load.ts'
import { type Loss, replaceActive, replacedTooLate } from './replacements.ts'
import { upgradeAndGoBack } from './upgrade.ts'
import {
  caughtUp,
  decidedOtherwise,
  differencesToRebuild,
  everyoneReminded,
  everythingTold,
  reconciled,
  SETTLE_MILLISECONDS,
  schoolOf,
  wholeLog,
  withProduct,
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
export const runFaults = ({
  kills,
  seed,
  atOnce = 12,
  nodes = 1,
  instances = 1,
  losses = [],
  upgradeTo,
  signal,
  onProgress,
}: FaultRunOptions) =>
  withProduct({ STRIPE_SEED: String(seed) }, { nodes, instances }, signal, async ({ product, world, ledger, ends }) => {
    const killed: PartName[] = []
    const { pushes } = world
    const load = startLoad(await schoolOf(world, ledger, signal), { seed, atOnce })
    ends.defer(() => load.abort())
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
    const moves = upgradeTo === undefined ? [] : await upgradeAndGoBack(world, { to: upgradeTo, ledger })
    ledger.faults.push(...(await load.end(SETTLE_MILLISECONDS)))
    progress()

    const faults = [...ledger.faults]
    const remindedUntil = await everyoneReminded(world)
    await everythingTold(world).catch((error: Error) => faults.push(error.message))
    faults.push(...(await reconciled(world)))
    await caughtUp(world).catch((error: Error) => faults.push(error.message))
    const provider = await readProvider(world.payments)
    const { facts, unreadable } = await wholeLog(world.eventStore)
    const [mails, repeats] = await Promise.all([world.mails.all(), world.mails.repeats()])
    const { differences, rows } = await differencesToRebuild(world)
    faults.push(...(await decidedOtherwise(world, facts)))
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
    }
  })
