import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Outcome } from '@medicready/domain/outcome'
import { reportOutcome as decide, readinessAggregate, sittingIn } from '@medicready/domain/readiness/readiness-facts'
import type { ReportedOutcome } from '@medicready/domain/readiness/rules'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Report {
  readonly userId: string
  readonly sittingId: string
  readonly outcome: ReportedOutcome
  readonly through: 'app' | 'mail'
}

/** Says how the real exam went; the newest word stands. Refused with `sittingNotFound`. */
export async function reportOutcome(
  { commands }: Pick<Parts, 'commands'>,
  report: Report,
  context: CommandContext,
): Promise<Outcome<{ readonly outcome: ReportedOutcome }>> {
  const { position } = await commands.execute(readinessAggregate, report.userId, decide(report), context)
  return { answer: { outcome: report.outcome }, position }
}

/**
 * The same by the link of the mail that asked, whoever is signed in: what it is good for is to say this, about this
 * exam, for a while. Refused with `mailLinkInvalid`.
 */
export async function reportOutcomeByLink(
  parts: Pick<Parts, 'commands' | 'tokens'>,
  { token, outcome }: { readonly token: string; readonly outcome: ReportedOutcome },
  context: CommandContext,
): Promise<Outcome<{ readonly outcome: ReportedOutcome }>> {
  const { commands, tokens } = parts
  const found = await tokens.find('exam outcome', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: sittingId } = found
  const account = (await commands.load(accountAggregate, userId)).state
  const { linksUntil } = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId) ?? { linksUntil: null }
  if (!isRegistered(account) || linksUntil === null || linksUntil <= context.now) throw new Rejection('mailLinkInvalid')
  return reportOutcome(parts, { userId, sittingId, outcome, through: 'mail' }, context)
}
