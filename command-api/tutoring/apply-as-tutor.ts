import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { TutorSituation } from '@medicready/domain/tutoring/rules'
import { applyAsTutor as apply, approveTutor as approve, declineTutor as decline, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Application {
  readonly certificationNumber: string
  readonly certifiedUntil: string
  readonly yearsOfExperience: number
  readonly agreesToBackgroundCheck: true
  readonly weeklyHours: number
  readonly about: string
}
type Situation = Promise<Outcome<{ readonly situation: TutorSituation }>>

/** Applies as a tutor. */
export async function applyAsTutor(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...application }: Application & { readonly userId: string },
  context: CommandContext,
): Situation {
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account)) throw new Rejection('notSignedIn')
  const decide = apply({ ...application, userId, at: context.now, timeZone: account.timeZone })
  const { position } = await commands.execute(tutorAggregate, userId, decide, context)
  return { answer: { situation: 'applied' }, position }
}

interface Decision {
  readonly userId: string
  /** The administrator. */
  readonly by: string
  readonly reason: string
}

/** Approves an application; the worker gives the role. */
export async function approveTutor({ commands }: Pick<Parts, 'commands'>, decision: Decision, context: CommandContext): Situation {
  const { position } = await commands.execute(tutorAggregate, decision.userId, approve({ ...decision, at: context.now }), context)
  return { answer: { situation: 'approved' }, position }
}

export async function declineTutor({ commands }: Pick<Parts, 'commands'>, decision: Decision, context: CommandContext): Situation {
  const { position } = await commands.execute(tutorAggregate, decision.userId, decline({ ...decision, at: context.now }), context)
  return { answer: { situation: 'declined' }, position }
}
