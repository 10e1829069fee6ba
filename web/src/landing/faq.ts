import { priceInWords } from '@medicready/domain/billing/shown/money'
import { type PaidTier, tiers } from '@medicready/domain/billing/shown/tiers'
import { blueprints, TODAYS_EXAM } from '@medicready/domain/exams/shown/blueprints'
import { BUNDLE_DISCOUNT_PERCENT, BUNDLE_SESSIONS, HOURLY_PRICE } from '@medicready/domain/tutoring/shown/rules'

const mock = blueprints[TODAYS_EXAM]

interface Answered {
  readonly question: string
  readonly answer: string
}

export const faq = (monthly: (tier: PaidTier) => string): readonly Answered[] => [
  {
    question: 'Who is it for?',
    answer:
      'Paramedic students who are preparing for the National Registry exam, from the first term to the final week. You must be 18 or older.',
  },
  {
    question: 'What does it cost?',
    answer: `Free gives you ${tiers.free.dailyLimit} question a day for as long as you want, without a card. Basic is ${monthly('basic')} for ${tiers.basic.dailyLimit} questions a day, three study modes, and detailed explanations. Premium is ${monthly('premium')} for unlimited questions, timed exams, and practice exams.`,
  },
  {
    question: 'Can I cancel, and get my money back?',
    answer:
      'A paid plan renews every month until you cancel. You can cancel online at any time, and you are not charged after the month that you have paid for. A new subscription comes with a 14-day money-back guarantee. You can ask for it online without giving a reason.',
  },
  {
    question: 'Are these the questions of the real exam?',
    answer:
      'No. Real exam questions are confidential, and we do not use them. Our questions are written for practice, with the same item types and domains. We are independent of the National Registry, which neither endorses nor sponsors us.',
  },
  {
    question: 'Who writes the questions?',
    answer:
      "AI drafts them from published guidelines, which each question names. We check doses, sources, and unintended clues, and discard many drafts. A new question does not count toward scores until many students' answers show that it works. If you report a question, an educator reviews it and tells you the outcome.",
  },
  {
    question: 'Are there more kinds than multiple choice?',
    answer:
      'Yes. There are multiple response, ordering, sorting, table, picture, and calculation questions, and cases in several parts. You also read rhythms, 12-leads, capnograms, and monitors.',
  },
  {
    question: 'How close are the practice exams to the real one?',
    answer: `They adapt to you like the real exam and end once they are 95% sure which side of the passing line you are on. You can take the current exam, with Clinical Judgment and ${mock.minItems} to ${mock.maxItems} questions in ${mock.minutes} minutes, the former exam with five domains, or a shorter exam. Practice exams are part of Premium.`,
  },
  {
    question: 'How accurate is my chance to pass?',
    answer:
      'It is an estimate, shown with its range and its basis. We publish how we compute it and how often we have been right. No one can promise that you will pass.',
  },
  {
    question: 'What happens to my data?',
    answer:
      'We use it to help you study and never sell it. There are no ads and no trackers. You can leave the leaderboard, download all your data, and delete your account permanently.',
  },
  {
    question: 'Can I study with a tutor?',
    answer: `Yes. Experienced paramedics teach online or in person for ${priceInWords({ amount: HOURLY_PRICE, currency: 'usd' })} an hour. ${BUNDLE_SESSIONS} sessions paid in advance are ${BUNDLE_DISCOUNT_PERCENT}% off. You do not need a paid plan.`,
  },
]
