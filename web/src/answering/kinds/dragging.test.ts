import { describe, expect, it } from 'vitest'
import { movedPart, stepMoved, thingMoved } from './dragging.tsx'

describe('what has changed between two lists', () => {
  it('is what came, went or moved', () => {
    expect(movedPart(['a'], ['a', 'b'])).toBe('b')
    expect(movedPart(['a', 'b'], ['b'])).toBe('a')
    expect(movedPart(['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('a')
    expect(movedPart(['a', 'b'], ['a', 'b'])).toBeUndefined()
  })
})

const asked = (...texts: string[]) => texts.map((text) => ({ id: text.toLowerCase(), text }))

describe('the announcement of a move', () => {
  const list = { kind: 'build_list', steps: asked('Airway', 'Breathing', 'Circulation') } as const
  const boxes = { kind: 'drag_drop', things: asked('Fever', 'Rash'), boxes: asked('Sign', 'Cause') } as const

  it('names the place of a step', () => {
    expect(stepMoved(list, [], ['airway'], null)).toBe('“Airway” is now step 1 of 3.')
    expect(stepMoved(list, ['airway', 'breathing', 'circulation'], ['circulation', 'airway', 'breathing'], null)).toBe(
      '“Circulation” is now step 1 of 3.',
    )
    expect(stepMoved(list, ['airway'], [], null)).toBe('“Airway” was removed from the order.')
    expect(stepMoved(list, ['airway'], ['airway'], null)).toBe('')
  })

  it('names the picked one of two neighbors', () => {
    expect(stepMoved(list, ['airway', 'breathing'], ['breathing', 'airway'], 'breathing')).toBe('“Breathing” is now step 1 of 3.')
    expect(stepMoved(list, ['airway', 'breathing'], ['breathing', 'airway'], 'airway')).toBe('“Airway” is now step 2 of 3.')
  })

  it('names the box', () => {
    expect(thingMoved(boxes, [], ['fever:sign'])).toBe('“Fever” is in “Sign” now.')
    expect(thingMoved(boxes, ['fever:sign'], ['fever:cause'])).toBe('“Fever” is in “Cause” now.')
    expect(thingMoved(boxes, ['fever:sign'], [])).toBe('“Fever” was removed from its box.')
    expect(thingMoved(boxes, ['fever:sign'], ['fever:sign'])).toBe('')
  })
})
