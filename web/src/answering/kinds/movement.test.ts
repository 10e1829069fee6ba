import { describe, expect, it } from 'vitest'
import { movedPart, stepMoved, thingMoved } from './movement.ts'

describe('what has changed between two lists', () => {
  it('is what came, went or moved', () => {
    expect(movedPart(['a'], ['a', 'b'])).toBe('b')
    expect(movedPart(['a', 'b'], ['b'])).toBe('a')
    expect(movedPart(['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('a')
    expect(movedPart(['a', 'b'], ['a', 'b'])).toBeUndefined()
  })
})

const asked = (...texts: string[]) => texts.map((text) => ({ id: text.toLowerCase(), text }))

describe('what is said of a move', () => {
  const list = { kind: 'build_list', steps: asked('Airway', 'Breathing', 'Circulation') } as const
  const boxes = { kind: 'drag_drop', things: asked('Fever', 'Rash'), boxes: asked('Sign', 'Cause') } as const

  it('tells the place of a step', () => {
    expect(stepMoved(list, [], ['airway'], null)).toBe('“Airway” is step 1 of 3 now.')
    expect(stepMoved(list, ['airway', 'breathing', 'circulation'], ['circulation', 'airway', 'breathing'], null)).toBe(
      '“Circulation” is step 1 of 3 now.',
    )
    expect(stepMoved(list, ['airway'], [], null)).toBe('“Airway” was taken out of the order.')
    expect(stepMoved(list, ['airway'], ['airway'], null)).toBe('')
  })

  it('tells of two neighbours the one that was picked', () => {
    expect(stepMoved(list, ['airway', 'breathing'], ['breathing', 'airway'], 'breathing')).toBe('“Breathing” is step 1 of 3 now.')
    expect(stepMoved(list, ['airway', 'breathing'], ['breathing', 'airway'], 'airway')).toBe('“Airway” is step 2 of 3 now.')
  })

  it('tells the box', () => {
    expect(thingMoved(boxes, [], ['fever:sign'])).toBe('“Fever” is in “Sign” now.')
    expect(thingMoved(boxes, ['fever:sign'], ['fever:cause'])).toBe('“Fever” is in “Cause” now.')
    expect(thingMoved(boxes, ['fever:sign'], [])).toBe('“Fever” was taken out of its box.')
    expect(thingMoved(boxes, ['fever:sign'], ['fever:sign'])).toBe('')
  })
})
