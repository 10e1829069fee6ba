import type { AccountMailKind } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'

/** As `occasion`, for tutoring. An hour may be held again. */
export function tutoringOccasion(fact: Recorded<Fact>): string | null {
  switch (fact.type) {
    case 'TutorApproved':
      return fact.data.userId
    case 'TutoringRequested':
    case 'TuteeRequestCounted':
    case 'TutoringRequestAccepted':
    case 'TutoringPaid':
    case 'TutoringRequestCancelled':
    case 'TutoringRequestClosed':
      return fact.data.requestId
    case 'TutoringCheckoutStarted':
      return fact.data.checkoutId
    case 'TutoringRefunded':
      return fact.data.cause
    case 'TutoringSessionScheduled':
    case 'TutoringSessionCancelled':
    case 'TutorEarned':
      return fact.data.sessionId
    case 'TutoringSessionRescheduled':
      return `${fact.data.sessionId} ${fact.data.sequence}`
    case 'TutoringReminderDue':
      return `${fact.data.sessionId} ${fact.data.startsAt} ${fact.data.hours}`
    default:
      return null
  }
}

interface TutoringMails {
  readonly due: readonly { readonly id: string; readonly fact: Recorded<Fact> }[]
  /** Mails about what has changed before they were written: they may be sent or not. */
  readonly perhaps: ReadonlySet<string>
}

export function tutoringMails(facts: readonly Recorded<Fact>[]): TutoringMails {
  const due: { id: string; fact: Recorded<Fact> }[] = []
  const perhaps = new Set<string>()
  for (const fact of facts)
    for (const kind of readersOf(fact)) {
      const id = `${kind}.${fact.id}`
      if (kind === 'withdrawalsStopped' || isOvertaken(fact, facts)) perhaps.add(id)
      else due.push({ id, fact })
    }
  return { due, perhaps }
}

const both: readonly AccountMailKind[] = ['tutoring', 'tutor']

function readersOf({ type }: Fact): readonly AccountMailKind[] {
  switch (type) {
    case 'TutoringRequestAccepted':
    case 'TutoringSessionScheduled':
    case 'TutoringSessionRescheduled':
    case 'TutoringSessionCancelled':
    case 'TutoringRequestCancelled':
    case 'TutoringReminderDue':
      return both
    case 'TutoringRequested':
    case 'TutoringPaid':
    case 'TutoringRefunded':
      return ['tutoring']
    case 'TutorApproved':
    case 'TutorPayoutReported':
      return ['tutor']
    case 'RoleGranted':
      return ['roleChanged']
    // To everyone who reviews questions at that moment.
    case 'WithdrawalsStopped':
      return ['withdrawalsStopped']
    default:
      return []
  }
}

/** Whether a plan or its reminder was superseded. */
export function isOvertaken(fact: Recorded<Fact>, facts: readonly Recorded<Fact>[]): boolean {
  if (fact.type !== 'TutoringSessionScheduled' && fact.type !== 'TutoringSessionRescheduled' && fact.type !== 'TutoringReminderDue')
    return false
  const { sessionId } = fact.data
  return facts.some(
    (later) =>
      (later.type === 'TutoringSessionRescheduled' || later.type === 'TutoringSessionCancelled') &&
      later.data.sessionId === sessionId &&
      later.position.commit > fact.position.commit,
  )
}
