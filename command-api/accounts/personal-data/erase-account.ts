import { type AccountState, accountAggregate } from '@medicready/domain/accounts/account'
import type { AccountEvent } from '@medicready/domain/accounts/account-events'
import { erase, eraseWhenDue } from '@medicready/domain/accounts/personal-data'
import type { Decide } from '@medicready/domain/decider'
import type { Outcome } from '@medicready/domain/outcome'
import { usersToErase } from '@medicready/projector/read-models/accounts/user-queries'
import { type CommandContext, ownContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { removeSecrets } from './remove-secrets.ts'

type ErasingParts = Pick<Parts, 'commands' | 'sql'>

/**
 * Erases an account at once, without the days to change one's mind. From here on nobody signs in to it and no read
 * model names it; the worker does the rest (`finishErasure`), since that must be done whatever happens.
 */
export const eraseAccount = (parts: ErasingParts, userId: string, context: CommandContext): Promise<Outcome<{ erased: boolean }>> =>
  decideErasure(parts, userId, erase, context)

/** Erases the accounts whose time has come. Read models choose them, each account's own stream decides. */
export async function eraseDueAccounts(
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'clock' | 'signal'>,
): Promise<{ erased: number; kept: number }> {
  const { sql, clock, signal } = parts
  const now = clock()
  const due = await usersToErase(sql, now)
  let [erased, kept] = [0, 0]
  for (const { id } of due) {
    if (signal.aborted) break
    const { answer } = await decideErasure(parts, id, eraseWhenDue({ now }), ownContext('worker', clock))
    if (answer.erased) erased += 1
    else kept += 1
  }
  return { erased, kept }
}

async function decideErasure(
  parts: ErasingParts,
  userId: string,
  decide: Decide<AccountState, AccountEvent>,
  context: CommandContext,
): Promise<Outcome<{ erased: boolean }>> {
  const { events, position } = await parts.commands.execute(accountAggregate, userId, decide, context)
  const erased = events.some(({ type }) => type === 'AccountErased')
  if (erased) await removeSecrets(parts, userId)
  return { answer: { erased }, position }
}
