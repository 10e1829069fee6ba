import { tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { describe, expect, it } from 'vitest'
import { leftWords, plans } from './plans.ts'

describe('the plans', () => {
  it('are the tiers, smallest first', () => {
    expect(plans.map(({ tier }) => tier)).toEqual(tierNames)
  })

  it('promise as many questions as the tiers give', () => {
    const wordsOf = (tier: keyof typeof tiers) => plans.find((plan) => plan.tier === tier)?.includes.join('\n') ?? ''
    expect(wordsOf('free')).toContain(`${tiers.free.dailyLimit} question a day`)
    expect(wordsOf('basic')).toContain(`${tiers.basic.dailyLimit} questions a day`)
    expect(wordsOf('basic')).toContain(`up to ${tiers.basic.mostSessionQuestions} questions a session`)
    expect(wordsOf('premium')).toContain(`up to ${tiers.premium.mostSessionQuestions} in a session`)
    expect(wordsOf('premium')).toContain(`${tiers.premium.dailyQuestions} daily questions`)
  })

  it('say what is left', () => {
    expect([leftWords(0, 1), leftWords(1, 5), leftWords(3, 5), leftWords(-1, -1)]).toEqual([
      'No questions left today',
      '1 question left today, of 5',
      '3 questions left today, of 5',
      'Unlimited questions',
    ])
  })
})
