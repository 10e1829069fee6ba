import { hasRight } from '@medicready/domain/accounts/rights'
import { userRoles } from '@medicready/domain/accounts/rules'
import { inWords } from '@medicready/domain/billing/money'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { tellAccount } from '../accounts/tell-account.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

type Problem = FactOf<'TutoringRefundFailed' | 'DisputeOpened'>

/** Tells the administrators of money that needs them: a refund that did not arrive, or a dispute. */
export async function tellOfProblem(
  fact: Recorded<Problem>,
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const roles = userRoles.filter((role) => hasRight(role, 'runBusiness'))
  const people = await parts.sql<{ id: string }[]>`
    SELECT id FROM read.users WHERE role = ANY(${roles as string[]}) AND email_verified ORDER BY id`
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

function wordsOf({ type, data }: Problem, link: string): Words {
  const money = inWords(data)
  const isDispute = type === 'DisputeOpened'
  return letter({
    subject: isDispute ? `A payment of ${money} is disputed` : `A refund of ${money} did not arrive`,
    greeting: isDispute ? 'A payment is disputed' : 'A refund did not arrive',
    text: isDispute
      ? `The bank has withdrawn the money, or asks about it (${data.reason}). Please answer in the Stripe Dashboard${data.respondBy === null ? '' : ` until ${data.respondBy.slice(0, 10)}`}.`
      : 'The bank of the student did not take it, and the money is with us again. Please pay it back another way, and say so on the Revenue tab.',
    button: 'Open the Revenue tab',
    link,
    because: { why: `You get this mail because you run the business of ${PRODUCT_NAME}.` },
  })
}
