import { MONEY_BACK_DAYS } from '@medicready/domain/billing/plan-commands'
import { LEAST_AGE } from '@medicready/domain/legal/shown/policy-figures'
import { expect, test } from 'vitest'
import { faq as faqWith } from './faq.ts'

const faq = faqWith((tier) => (tier === 'basic' ? '$5 a month' : '$12 a month'))

test('promises what the policies promise', () => {
  const answers = faq.map(({ answer }) => answer).join('\n')
  expect(answers).toContain(`a ${MONEY_BACK_DAYS}-day money-back guarantee`)
  expect(answers).toContain(`${LEAST_AGE} or older`)
})

test('formats prices as people write them', () => {
  const words = faq.flatMap(({ question, answer }) => [question, answer])
  expect(words.join(' ')).toContain('Basic is $5 a month for 5 questions a day')
  expect(words.filter((text) => /undefined|NaN|-1/.test(text))).toEqual([])
})
