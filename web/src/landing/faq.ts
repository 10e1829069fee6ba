import { priceInWords } from '@medicready/domain/billing/money'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import { blueprints, TODAYS_EXAM } from '@medicready/domain/exams/blueprints'
import { BUNDLE_DISCOUNT_PERCENT, BUNDLE_SESSIONS, HOURLY_PRICE } from '@medicready/domain/tutoring/rules'

const mock = blueprints[TODAYS_EXAM]

interface Answered {
  readonly question: string
  readonly answer: string
}

/** What visitors ask before they make an account. `monthly` says what a plan costs: '$5 a month'. */
export const faq = (monthly: (tier: PaidTier) => string): readonly Answered[] => [
  {
    question: 'Who is it for?',
    answer:
      'Paramedic students who prepare for the National Registry exam, from the first term to the week before it. You need to be 18 or older.',
  },
  {
    question: 'What does it cost?',
    answer: `Free gives you ${tiers.free.dailyLimit} question a day, for as long as you like and without a card. Basic is ${monthly('basic')} for ${tiers.basic.dailyLimit} questions a day, three ways to study, and detailed explanations. Premium is ${monthly('premium')} for as many questions as you want, timed exams, and practice exams.`,
  },
  {
    question: 'Can I cancel, and get my money back?',
    answer:
      'A paid plan renews every month until you cancel, online and at any time: nothing is charged after the month that you have paid for. A new subscription comes with a 14-day money-back guarantee: you ask for it online, and need give no reason.',
  },
  {
    question: 'Are these the questions of the real exam?',
    answer:
      'No. Those are secret, and we want none of them. Ours are written for practice, in the same kinds and on the same domains. We are independent of the National Registry, which neither endorses nor sponsors us.',
  },
  {
    question: 'Who writes the questions?',
    answer:
      'AI drafts them, from published guidelines that each question names. Checks of doses, sources, and clues throw many drafts away, and what is new counts in no score until the answers of many students show that it works. If you doubt a question, an educator looks at it and tells you what came of it.',
  },
  {
    question: 'Are there more kinds than multiple choice?',
    answer:
      'Yes: choosing several, putting steps in order, sorting into boxes, tables, places in a picture, and numbers with a unit, besides cases in several parts. Rhythms, 12-leads, capnograms, and monitors are drawn to be read.',
  },
  {
    question: 'How close are the practice exams to the real one?',
    answer: `They adapt to you as the real one does, and end as soon as it is 95% sure on which side of passing you are. You can take the exam as it has been since July 2024, with Clinical Judgment and ${mock.minItems} to ${mock.maxItems} questions in ${mock.minutes} minutes, the former one with its five domains, or shorter ones. They are part of Premium.`,
  },
  {
    question: 'How sure is my chance to pass?',
    answer:
      'It is an estimate, shown with its range and with what it rests on. We publish how we compute it and how often we have been right. Nobody can promise you that you will pass.',
  },
  {
    question: 'What happens with my data?',
    answer:
      'It is used to help you study, and is never sold. There are no ads and no trackers. You can take yourself off the leaderboard, download all we know of you, and delete your account for good.',
  },
  {
    question: 'Can I study with a tutor?',
    answer: `Yes. Experienced paramedics teach online or in person for ${priceInWords({ amount: HOURLY_PRICE, currency: 'usd' })} an hour; ${BUNDLE_SESSIONS} sessions paid ahead are ${BUNDLE_DISCOUNT_PERCENT}% off. You need no paid plan for it.`,
  },
]
