import { tierNames, tiers } from '@medicready/domain/billing/tiers'
import { describe, expect, it } from 'vitest'
import { choiceOf, leftWords, plans, priceOf } from './plans.ts'

describe('the plans', () => {
  it('are the tiers, at their prices', () => {
    expect(plans.map(({ tier }) => tier)).toEqual(tierNames)
    expect(tierNames.map(priceOf)).toEqual(['$0', '$5 a month', '$12 a month'])
  })

  it('promise as many questions as the tiers give', () => {
    const wordsOf = (tier: keyof typeof tiers) => plans.find((plan) => plan.tier === tier)?.includes.join('\n') ?? ''
    expect(wordsOf('free')).toContain(`${tiers.free.dailyLimit} question a day`)
    expect(wordsOf('basic')).toContain(`${tiers.basic.dailyLimit} questions a day`)
    expect(wordsOf('basic')).toContain(`up to ${tiers.basic.mostSessionQuestions} questions a session`)
    expect(wordsOf('premium')).toContain(`up to ${tiers.premium.mostSessionQuestions} in a session`)
    expect(wordsOf('premium')).toContain(`${tiers.premium.dailyQuestions} daily questions`)
  })

  it('can be chosen, but for the one that somebody has', () => {
    expect(choiceOf('free', 'free')).toEqual({ label: 'Current Plan', reason: "You're already on the free plan." })
    expect(choiceOf('basic', 'basic')).toEqual({ label: 'Current Plan', reason: 'This is your plan now.' })
    expect(choiceOf('premium', 'basic')).toEqual({ label: 'Upgrade to Premium' })
    expect(choiceOf('free', 'premium')).toEqual({ label: 'Change to Free' })
  })

  it('tell what is left', () => {
    expect([leftWords(0, 1), leftWords(1, 5), leftWords(3, 5), leftWords(-1, -1)]).toEqual([
      'No questions left today',
      '1 question left today, of 5',
      '3 questions left today, of 5',
      'Unlimited questions',
    ])
  })
})
