import type { AccountMailKind, RegisteredAccount } from '@medicready/domain/accounts/account'
import { inWords, priceInWords, type RefundRefusal } from '@medicready/domain/billing/shown/money'
import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/shown/plan-words'
import { tiers } from '@medicready/domain/billing/shown/tiers'
import { currentPlan, type PaidPlan, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Recorded } from '@medicready/domain/core/event'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { FactOf } from '@medicready/domain/events'
import { usersWithRight } from '@medicready/projector/read-models/accounts/user-queries'
import { type AccountLetter, tellAccount, tellEach } from '../accounts/tell-account.ts'
import type { MailDeps, Reaction, WorkerDeps } from '../worker/definitions.ts'

const day = (instant: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))

export function goingOn({ paid, told, changesTo, endsAt, currency }: Omit<PaidPlan, 'subscriptionId' | 'ended'>): string {
  if (endsAt !== null) return `Your plan is cancelled: it ends on ${day(endsAt)} and does not renew.`
  const from = day(paid.periodEnd)
  if (changesTo !== null)
    return `${tiers[changesTo].label} then begins on ${from} and renews automatically every month until you cancel. ${CANCELLATION_WORDS}`
  const amount = told && told.holdsFrom <= paid.periodEnd ? told.amount : paid.monthlyAmount
  return `${renewalWords(paid.tier, { amount, currency }, from)} ${CANCELLATION_WORDS}`
}

type PlanWords = Pick<AccountLetter, 'subject' | 'greeting' | 'text' | 'others'>

const tell = (fact: Recorded & { data: { userId: string } }, kind: AccountMailKind, deps: MailDeps, words: PlanWords): Promise<void> => {
  const footer = 'Your plan and all invoices are on the Subscription page. Dates are in UTC.'
  const mail = { ...words, button: 'Open the Subscription page', link: '/subscription', footer }
  const toNamed = ({ firstName }: RegisteredAccount) => (firstName === null ? null : mail)
  return tellAccount(fact, { userId: fact.data.userId, kind, words: toNamed }, deps)
}

const plan = (tier: keyof typeof tiers): string => tiers[tier].label

function receipt(data: FactOf<'InvoicePaid'>['data'], standing: PaidPlan | null): PlanWords {
  const { number, tier, amount, currency, subtotal, discount, code, tax, periodStart, periodEnd, hostedUrl, pdfUrl } = data
  const money = (cents: number): string => inWords({ amount: cents, currency })
  const less = discount > 0 ? `, less ${money(discount)}${code === null ? '' : ` with the code ${code}`}` : ''
  const taxed = tax > 0 ? `, tax ${money(tax)}` : ''
  const others = [
    ...(pdfUrl === null ? [] : [{ button: 'Invoice as PDF', link: pdfUrl }]),
    ...(hostedUrl === null ? [] : [{ button: 'See the invoice', link: hostedUrl }]),
  ]
  const paid = `You paid ${money(amount)} for ${plan(tier)}, from ${day(periodStart)} to ${day(periodEnd)}: ${money(subtotal)}${less}${taxed}.`
  return {
    subject: `Your receipt from ${PRODUCT_NAME}${number === null ? '' : `: invoice ${number}`}`,
    greeting: 'Thank you!',
    text: standing ? `${paid} ${goingOn(standing)}` : paid,
    others,
  }
}

export const billingMails: Reaction<WorkerDeps>['on'] = {
  InvoicePaid: async (fact, deps) => {
    const { userId, subscriptionId } = fact.data
    const current = currentPlan((await deps.commands.load(subscriptionAggregate, userId)).state)
    const standing = current?.subscriptionId === subscriptionId ? current : null
    await tell(fact, 'receipt', deps, receipt(fact.data, standing))
  },
  PaymentReminded: (fact, deps) => {
    const { tier, amount, currency, graceUntil } = fact.data
    return tell(fact, 'paymentFailed', deps, {
      subject: `Your payment for ${PRODUCT_NAME} did not go through`,
      greeting: 'Your payment did not go through',
      text:
        `We could not collect ${inWords({ amount, currency })} for ${plan(tier)}. You keep your plan until ${day(graceUntil)}. ` +
        'Please update your card by then, under Payment details. Without a payment, your account moves to Free. Your history stays.',
    })
  },
  CancellationScheduled: (fact, deps) => {
    const { tier, endsAt } = fact.data
    return tell(fact, 'cancellation', deps, {
      subject: `Your ${PRODUCT_NAME} plan ends on ${day(endsAt)}`,
      greeting: 'Your plan is cancelled',
      text: `${plan(tier)} ends on ${day(endsAt)}. You keep full access until then and will not be charged again. If you change your mind, you can resume your plan until that day.`,
    })
  },
  SubscriptionEnded: async (fact, deps) => {
    const { tier, cause } = fact.data
    if (tier === null || cause === 'erased') return
    const why = cause === 'unpaid' ? 'No payment went through in the 7 days after the first attempt. ' : ''
    await tell(fact, 'planEnded', deps, {
      subject: `Your ${PRODUCT_NAME} plan has ended`,
      greeting: 'Your plan has ended',
      text: `${why}Your account is now on Free. Your whole history stays, and you can use it again if you return to a larger plan.`,
    })
  },
  RefundIssued: (fact, deps) =>
    tell(fact, 'refund', deps, {
      subject: `Your refund from ${PRODUCT_NAME}`,
      greeting: 'Your refund is on its way',
      text: `We refunded ${inWords(fact.data)} to the card that paid. Processing takes 5-7 business days.`,
    }),
  PriceChangeTold: (fact, deps) => {
    const { tier, amount, formerAmount, currency, holdsFrom } = fact.data
    const [now, then] = [priceInWords({ amount: formerAmount, currency }), priceInWords({ amount, currency })]
    const stays = {
      subject: `The price of your ${PRODUCT_NAME} plan stays`,
      greeting: 'The price of your plan stays',
      text: `We had announced another price. That change is cancelled: ${plan(tier)} still costs ${now} a month.`,
    }
    const changes = {
      subject: `The price of your ${PRODUCT_NAME} plan changes`,
      greeting: 'The price of your plan changes',
      text: `${plan(tier)} costs ${now} a month now. It will cost ${then} a month from the first period that begins after ${day(holdsFrom)}. You can cancel or change your plan before then.`,
    }
    return tell(fact, 'priceChange', deps, amount === formerAmount ? stays : changes)
  },
}

type Problem = FactOf<'TutoringRefundFailed' | 'TutoringRefundRefused' | 'MoneyBackRefused' | 'DisputeOpened'>

export async function tellOfProblem(fact: Recorded<Problem>, deps: MailDeps & Pick<WorkerDeps, 'sql'>): Promise<void> {
  const people = await usersWithRight(deps.sql, 'runBusiness')
  const because = { why: `You get this email because you are an administrator of ${PRODUCT_NAME}.` }
  const words = { ...wordsOfKind(fact), button: 'Open the Revenue tab', link: '/admin/revenue', because }
  await tellEach(people, ({ id: userId }) => tellAccount(fact, { userId, kind: 'paymentProblem', words }, deps))
}

const refusals: Readonly<Record<RefundRefusal, string>> = {
  disputed: 'the payment is disputed',
  already_refunded: 'the payment was already refunded',
  more_than_left: 'less of the payment is left',
}

function wordsOfKind({ type, data }: Problem): { subject: string; greeting: string; text: string } {
  const money = inWords(data)
  switch (type) {
    case 'DisputeOpened':
      return {
        subject: `A payment of ${money} is disputed`,
        greeting: 'A payment is disputed',
        text: `The bank has withdrawn the money or is asking about it (${data.reason}). Please respond in the Stripe Dashboard${data.respondBy === null ? '' : ` until ${data.respondBy.slice(0, 10)}`}.`,
      }
    case 'TutoringRefundFailed':
      return {
        subject: `A refund of ${money} did not arrive`,
        greeting: 'A refund did not arrive',
        text: "The student's bank rejected it, and the money has come back to us. Please pay the student another way and record it on the Revenue tab.",
      }
    case 'TutoringRefundRefused':
    case 'MoneyBackRefused':
      return {
        subject: `Stripe refused a refund of ${money}`,
        greeting: 'A refund was refused',
        text:
          data.refusal === 'disputed'
            ? 'The payment is disputed. If we win the dispute, the refund is made automatically. If we lose it, the bank returns the money and nothing more is owed.'
            : `Stripe says that ${refusals[data.refusal]}. Please check the payment in the Stripe Dashboard. If the student is still owed money, pay it another way and record it on the Revenue tab.`,
      }
  }
}
