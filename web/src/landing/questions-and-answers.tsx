import type { PaidTier } from '@medicready/domain/billing/tiers'
import { ChevronDown } from 'lucide-react'
import { faq } from './faq.ts'
import { Section } from './layout.tsx'
import type { PriceWords } from './price-words.ts'

export const QuestionsAndAnswers = ({ priceOf }: { priceOf: (tier: PaidTier) => PriceWords }) => (
  <Section id="questions" title="Questions and answers" raised>
    <div className="mx-auto grid max-w-3xl divide-y divide-hairline border-y border-hairline">
      {faq((tier) => priceOf(tier).monthly).map(({ question, answer }) => (
        <details key={question} className="group print:[&::details-content]:[content-visibility:visible]">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-[68ch] pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </Section>
)
