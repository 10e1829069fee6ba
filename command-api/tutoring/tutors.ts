import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Availability } from '@medicready/domain/contract/tutoring/tutoring'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { TutorSituation } from '@medicready/domain/tutoring/rules'
import {
  applyAsTutor as apply,
  approveTutor as approve,
  setAvailability as decide,
  declineTutor as decline,
  tutorAggregate,
} from '@medicready/domain/tutoring/tutor'
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
type Situation = Promise<{ readonly situation: TutorSituation }>

export async function applyAsTutor(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...application }: Application & { readonly userId: string },
  context: CommandContext,
): Situation {
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account)) throw new Rejection('notSignedIn')
  const decide = apply({ ...application, userId, at: context.now, timeZone: account.timeZone })
  await commands.execute(tutorAggregate, userId, decide, context)
  return { situation: 'applied' }
}

interface Decision {
  readonly userId: string
  readonly by: string
  readonly reason: string
}

export async function approveTutor({ commands }: Pick<Parts, 'commands'>, decision: Decision, context: CommandContext): Situation {
  await commands.execute(tutorAggregate, decision.userId, approve({ ...decision, at: context.now }), context)
  return { situation: 'approved' }
}

export async function declineTutor({ commands }: Pick<Parts, 'commands'>, decision: Decision, context: CommandContext): Situation {
  await commands.execute(tutorAggregate, decision.userId, decline({ ...decision, at: context.now }), context)
  return { situation: 'declined' }
}

export async function setAvailability(
  { commands }: Pick<Parts, 'commands'>,
  { userId, availability }: { readonly userId: string; readonly availability: Availability },
  context: CommandContext,
): Promise<Availability> {
  await commands.execute(tutorAggregate, userId, decide({ ...availability, userId, at: context.now }), context)
  return availability
}
