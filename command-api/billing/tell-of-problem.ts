import { hasRight } from '@medicready/domain/accounts/rights'
import { userRoles } from '@medicready/domain/accounts/rules'
import { inWords } from '@medicready/domain/billing/money'
import type { RefundRefusal } from '@medicready/domain/billing/refund-refusal'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { usersWithRoles } from '@medicready/projector/read-models/accounts/user-queries'
import { tellAccount } from '../accounts/tell-account.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

type Problem = FactOf<'TutoringRefundFailed' | 'TutoringRefundRefused' | 'MoneyBackRefused' | 'DisputeOpened'>

/** Tells the administrators of money that needs them: a refund that did not arrive or was refused, or a dispute. */
export async function tellOfProblem(
  fact: Recorded<Problem>,
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const roles = userRoles.filter((role) => hasRight(role, 'runBusiness'))
  const people = await usersWithRoles(parts.sql, roles)
  const link = new URL('/admin/revenue', parts.publicUrl).href
  let deferred: NotNow | null = null
  for (const { id: userId } of people)
    try {
      await tellAccount(fact, { userId, kind: 'paymentProblem', words: () => wordsOf(fact, link) }, parts)
    } catch (error) {
      // One slow recipient holds up no other.
      if (!(error instanceof NotNow)) throw error
      deferred = error
    }
  if (deferred) throw deferred
}

const refusals: Readonly<Record<RefundRefusal, string>> = {
  disputed: 'the payment is disputed',
  already_refunded: 'the payment was already refunded',
  more_than_left: 'less of the payment is left',
}

function wordsOf(fact: Problem, link: string): Words {
  return letter({
    ...wordsOfKind(fact),
    button: 'Open the Revenue tab',
    link,
    because: { why: `You get this mail because you run the business of ${PRODUCT_NAME}.` },
  })
}

function wordsOfKind({ type, data }: Problem): { subject: string; greeting: string; text: string } {
  const money = inWords(data)
  switch (type) {
    case 'DisputeOpened':
      return {
        subject: `A payment of ${money} is disputed`,
        greeting: 'A payment is disputed',
        text: `The bank has withdrawn the money, or asks about it (${data.reason}). Please answer in the Stripe Dashboard${data.respondBy === null ? '' : ` until ${data.respondBy.slice(0, 10)}`}.`,
      }
    case 'TutoringRefundFailed':
      return {
        subject: `A refund of ${money} did not arrive`,
        greeting: 'A refund did not arrive',
        text: 'The bank of the student did not take it, and the money is with us again. Please pay it back another way, and say so on the Revenue tab.',
      }
    case 'TutoringRefundRefused':
    case 'MoneyBackRefused':
      return {
        subject: `Stripe refused a refund of ${money}`,
        greeting: 'A refund was refused',
        text:
          data.refusal === 'disputed'
            ? 'The payment is disputed. If we win the dispute, the refund is made automatically. If we lose it, the bank returns the money and nothing more is owed.'
            : `Stripe says that ${refusals[data.refusal]}. Please check the payment in the Stripe Dashboard. If the student is still owed money, pay it back another way and say so on the Revenue tab.`,
      }
  }
}
