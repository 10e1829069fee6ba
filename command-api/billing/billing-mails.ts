import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import type { AccountMailKind } from '@medicready/domain/accounts/account-events'
import { inWords, priceInWords } from '@medicready/domain/billing/money'
import { currentPlan, type PaidPlan, subscription } from '@medicready/domain/billing/subscription'
import { tiers } from '@medicready/domain/billing/tiers'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { tellAccount } from '../accounts/tell-account.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { day, goingOn } from './going-on.ts'

/** The mails about what was paid, what could not be, and what becomes of a plan. Each goes out once. */

type MailParts = Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>
type Fact<Type extends Parameters<typeof wordsOf>[0]['type'] | 'InvoicePaid'> = Recorded<FactOf<Type>>

const tell = (fact: Recorded & { data: { userId: string } }, kind: AccountMailKind, parts: MailParts, words: (link: string) => Words) => {
  const link = new URL('/subscription', parts.publicUrl).href
  const withName = ({ firstName }: RegisteredAccount): Words | null => (firstName === null ? null : words(link))
  return tellAccount(fact, { userId: fact.data.userId, kind, words: withName }, parts)
}

const plan = (tier: keyof typeof tiers): string => tiers[tier].label
const footer = 'You find your plan and all invoices on the Subscription page. Days are those of UTC.'

function wordsOf(
  fact:
    | FactOf<'PaymentReminded'>
    | FactOf<'CancellationScheduled'>
    | FactOf<'SubscriptionEnded'>
    | FactOf<'RefundIssued'>
    | FactOf<'PriceChangeTold'>,
  link: string,
): Words {
  const open = { button: 'Open the Subscription page', link }
  switch (fact.type) {
    case 'PaymentReminded': {
      const { tier, amount, currency, graceUntil } = fact.data
      return letter({
        subject: `Your payment for ${PRODUCT_NAME} did not go through`,
        greeting: 'Your payment did not go through',
        text:
          `We could not collect ${inWords({ amount, currency })} for ${plan(tier)}. You keep your plan until ${day(graceUntil)}. ` +
          'Please update your card until then, under Payment details. Without a payment your account goes on with Free, and your history stays.',
        ...open,
        footer,
      })
    }
    case 'CancellationScheduled': {
      const { tier, endsAt } = fact.data
      return letter({
        subject: `Your ${PRODUCT_NAME} plan ends on ${day(endsAt)}`,
        greeting: 'Your plan is cancelled',
        text: `${plan(tier)} ends on ${day(endsAt)}. Until then everything stays open to you, and nothing is charged any more. If you change your mind, you can resume your plan until that day.`,
        ...open,
        footer,
      })
    }
    case 'SubscriptionEnded': {
      const why = fact.data.cause === 'unpaid' ? 'No payment came through in the 7 days after the first try. ' : ''
      return letter({
        subject: `Your ${PRODUCT_NAME} plan has ended`,
        greeting: 'Your plan has ended',
        text: `${why}Your account goes on with Free. Your whole history stays, and what belongs to a larger plan is there again if you come back to it.`,
        ...open,
        footer,
      })
    }
    case 'RefundIssued': {
      const { amount, currency } = fact.data
      return letter({
        subject: `Your refund from ${PRODUCT_NAME}`,
        greeting: 'Your money is on its way back',
        text: `We have given back ${inWords({ amount, currency })} to the card that paid. Processing takes 5-7 business days.`,
        ...open,
        footer,
      })
    }
    case 'PriceChangeTold': {
      const { tier, amount, formerAmount, currency, holdsFrom } = fact.data
      if (amount === formerAmount)
        return letter({
          subject: `The price of your ${PRODUCT_NAME} plan stays`,
          greeting: 'The price of your plan stays',
          text: `We had told you of another price. It does not come: ${plan(tier)} goes on to cost ${priceInWords({ amount, currency })} a month.`,
          ...open,
          footer,
        })
      const [now, then] = [priceInWords({ amount: formerAmount, currency }), priceInWords({ amount, currency })]
      return letter({
        subject: `The price of your ${PRODUCT_NAME} plan changes`,
        greeting: 'The price of your plan changes',
        text: `${plan(tier)} costs ${now} a month now, and ${then} a month from the first period that begins after ${day(holdsFrom)}. If you would rather not go on, you can cancel or change your plan before.`,
        ...open,
        footer,
      })
    }
  }
}

function receipt(data: FactOf<'InvoicePaid'>['data'], standing: PaidPlan | null, link: string): Words {
  const { number, tier, amount, currency, subtotal, discount, code, tax, periodStart, periodEnd, hostedUrl, pdfUrl } = data
  const money = (cents: number): string => inWords({ amount: cents, currency })
  const less = discount > 0 ? `, less ${money(discount)}${code === null ? '' : ` with the code ${code}`}` : ''
  const taxed = tax > 0 ? `, tax ${money(tax)}` : ''
  const others = [
    ...(pdfUrl === null ? [] : [{ button: 'Invoice as PDF', link: pdfUrl }]),
    ...(hostedUrl === null ? [] : [{ button: 'See the invoice', link: hostedUrl }]),
  ]
  const words = [
    `You paid ${money(amount)} for ${plan(tier)}, from ${day(periodStart)} to ${day(periodEnd)}: ${money(subtotal)}${less}${taxed}.`,
  ]
  return letter({
    subject: `Your receipt from ${PRODUCT_NAME}${number === null ? '' : `: invoice ${number}`}`,
    greeting: 'Thank you!',
    text: [...words, ...(standing ? [goingOn(standing)] : [])].join(' '),
    button: 'Open the Subscription page',
    link,
    others,
    footer,
  })
}

/** What was paid for, as it stands when the mail goes out. */
export async function sendReceipt(fact: Fact<'InvoicePaid'>, parts: MailParts): Promise<void> {
  const { userId, subscriptionId } = fact.data
  const current = currentPlan((await parts.commands.load(subscription, userId)).state)
  const standing = current?.subscriptionId === subscriptionId ? current : null
  await tell(fact, 'receipt', parts, (link) => receipt(fact.data, standing, link))
}
export const sendReminder = (fact: Fact<'PaymentReminded'>, parts: MailParts): Promise<void> =>
  tell(fact, 'paymentFailed', parts, (link) => wordsOf(fact, link))
export const sendCancellation = (fact: Fact<'CancellationScheduled'>, parts: MailParts): Promise<void> =>
  tell(fact, 'cancellation', parts, (link) => wordsOf(fact, link))
export const sendRefund = (fact: Fact<'RefundIssued'>, parts: MailParts): Promise<void> =>
  tell(fact, 'refund', parts, (link) => wordsOf(fact, link))
export const sendPriceChange = (fact: Fact<'PriceChangeTold'>, parts: MailParts): Promise<void> =>
  tell(fact, 'priceChange', parts, (link) => wordsOf(fact, link))

/** Of what was never paid for nobody has to hear that it ended. */
export async function sendPlanEnded(fact: Fact<'SubscriptionEnded'>, parts: MailParts): Promise<void> {
  if (fact.data.tier !== null && fact.data.cause !== 'erased') await tell(fact, 'planEnded', parts, (link) => wordsOf(fact, link))
}
