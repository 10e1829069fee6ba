import type { ShownWhy } from '@medicready/domain/contract/questions/questions'
import { describe, expect, it } from 'vitest'
import { whyWords } from './why-line.tsx'

const question = { module: 'Trauma', scenario: null } as const
const words = (why: Partial<ShownWhy>, of: Parameters<typeof whyWords>[1] = question) =>
  whyWords({ cause: 'new', lastSeen: null, recall: null, missed: 0, changedIn: null, ...why }, of, '2026-03-07')

describe('why a question is given', () => {
  it('names the module of a new one', () => {
    expect(words({ cause: 'new_weakest' })).toBe('New, in Trauma, your weakest module')
    expect(words({ cause: 'new_unstudied' })).toBe('New, in Trauma, where you have not answered yet')
    expect(words({ cause: 'new' })).toBe('New to you, in Trauma')
  })

  it('says when it was last seen and how likely it is known', () => {
    expect(words({ cause: 'due', lastSeen: '2026-03-01', recall: 0.82 })).toBe('Due today, last seen 6 days ago, 82% likely to be known')
    expect(words({ cause: 'due', lastSeen: '2026-03-06', recall: 0.999 })).toBe('Due today, last seen yesterday, 99% likely to be known')
    expect(words({ cause: 'due', lastSeen: '2026-03-07', recall: 0 })).toBe('Due today, last seen earlier today, 1% likely to be known')
    expect(words({ cause: 'due' })).toBe('Due today')
    expect(words({ cause: 'longest_unseen', lastSeen: '2026-01-02' })).toBe('Not seen since Jan 2, 2026, the longest time in your modules')
  })

  it('names the year in which it changed', () => {
    expect(words({ cause: 'changed', lastSeen: '2026-03-06', changedIn: 2025 })).toBe('This changed in 2025, last seen yesterday')
    expect(words({ cause: 'changed' })).toBe('This changed since you answered it')
  })

  it('counts the wrong answers', () => {
    expect([0, 1, 2, 3].map((missed) => words({ cause: 'missed', missed }))).toEqual([
      'Missed once',
      'Missed once',
      'Missed twice',
      'Missed 3 times',
    ])
  })

  it('says that later parts of a case belong to it', () => {
    const part = (number: number) => ({ ...question, scenario: { part: number, of: 3, patient: 'A man of 60.' } })
    expect(words({ cause: 'missed', missed: 2 }, part(1))).toBe('Missed twice')
    expect(words({ cause: 'missed', missed: 2 }, part(2))).toBe('Part 2 of 3 of the same case')
  })
})
