import { BUNDLE_DISCOUNT_PERCENT, FULL_REFUND_HOURS, HALF_REFUND_HOURS, SCHEDULE_NOTICE_HOURS } from '@medicready/domain/tutoring/rules'
import { Card } from '../ui/card.tsx'
import { bundlePrice, bundleSessionPrice, bundleSessions, onePrice } from './prices.ts'

const steps = [
  ['You ask', 'Tell us what you struggle with and when you are available. Asking is free.'],
  ['We find your tutor', 'A paramedic with years in the field. We reply by email within 24-48 hours.'],
  ['You pay and choose the times', "Each session is one hour, online or in person. Choose from your tutor's free hours."],
] as const

export const TutoringTerms = () => (
  <div className="grid gap-6 lg:grid-cols-[1.2fr_1fr]">
    <Card aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="text-lg font-semibold">
        How it works
      </h2>
      <ol className="mt-4 grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-pill bg-brand-soft text-sm font-semibold text-brand tabular-nums"
            >
              {index + 1}
            </span>
            <span className="grid gap-0.5">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
    <Card aria-labelledby="tutoring-prices">
      <h2 id="tutoring-prices" className="text-lg font-semibold">
        What it costs
      </h2>
      <dl className="mt-4 grid gap-4 sm:max-lg:grid-cols-2">
        <Price term="One session, one hour" price={onePrice} note="Paid when you have a tutor" />
        <Price
          term={`${bundleSessions} sessions, paid ahead`}
          price={bundlePrice}
          note={`${BUNDLE_DISCOUNT_PERCENT}% off: ${bundleSessionPrice()} a session`}
        />
      </dl>
    </Card>
    <Card aria-labelledby="tutoring-refunds" className="lg:col-span-2">
      <h2 id="tutoring-refunds" className="text-lg font-semibold">
        If you cannot come
      </h2>
      <p className="mt-1 text-sm text-muted">Your refund depends on how early you cancel.</p>
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        <Refund term={`${FULL_REFUND_HOURS} hours before, or earlier`} refund="All of it" />
        <Refund term={`${HALF_REFUND_HOURS} to ${FULL_REFUND_HOURS} hours before`} refund="Half of it" />
        <Refund term={`Less than ${HALF_REFUND_HOURS} hours before, or no-show`} refund="Nothing" />
      </dl>
      <p className="mt-4 text-sm text-muted">
        If your tutor cancels, you get a full refund. Refunds take 5-7 business days to process. With {SCHEDULE_NOTICE_HOURS} hours' notice,
        you can reschedule a session instead.
      </p>
    </Card>
  </div>
)

const Price = ({ term, price, note }: { term: string; price: string; note: string }) => (
  <div className="grid gap-0.5">
    <dt className="text-sm font-medium">{term}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{price}</dd>
    <dd className="text-sm text-muted">{note}</dd>
  </div>
)

const Refund = ({ term, refund }: { term: string; refund: string }) => (
  <div className="grid content-start gap-0.5 rounded-control bg-sunken px-4 py-3">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-semibold">{refund}</dd>
  </div>
)
