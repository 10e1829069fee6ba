import { describe, expect, test } from 'vitest'
import { type ModuleName, moduleNames } from '../../questions/shown/modules.ts'
import { QuizFilter } from '../quiz.ts'
import { focusAreas, type ModuleFigures, maintainedStrengths, speedTraining } from './recommendations.ts'

const airway = 'Airway, Respiration & Ventilation'
const cardiology = 'Cardiology & Resuscitation'
const operations = 'EMS Operations'

const answered = (module: ModuleName, scoredAnswers: number, correctAnswers: number, lastAnsweredOn = '2026-03-01'): ModuleFigures => ({
  module,
  scoredAnswers,
  correctAnswers,
  lastAnsweredOn,
})

describe('focus areas', () => {
  test('are the weak modules, by possible gain times exam share', () => {
    // The mean is 74 of 100. The low ends are .3274 each; Trauma is not weak.
    const areas = focusAreas(moduleNames, [answered(operations, 20, 10), answered(airway, 20, 10), answered('Trauma', 60, 54)])
    expect(areas?.modules.map(({ module, examShare }) => [module, examShare])).toEqual([
      [airway, 0.16],
      [operations, 0.09],
    ])
    expect(areas?.modules[0]?.low).toBeCloseTo(0.3274, 4)
    expect(areas?.modules[0]?.mean).toBe(0.74)
    expect(areas).toMatchObject({ mode: 'tutor_mode', count: 10, quiz: { modules: [airway, operations] } })
    expect(() => QuizFilter.parse(areas?.quiz)).not.toThrow()
  })

  test('a smaller share with much more to gain comes before a larger one', () => {
    const areas = focusAreas(moduleNames, [answered(operations, 40, 4), answered(airway, 40, 24), answered('Trauma', 80, 72)])
    expect(areas?.modules.map(({ module }) => module)).toEqual([operations, airway])
  })

  test('without a history, unanswered modules come first by their shares', () => {
    const areas = focusAreas([operations, 'Trauma', airway], [answered('Trauma', 9, 0)])
    expect(areas?.modules).toEqual([
      { module: airway, low: null, mean: 0, examShare: 0.16 },
      { module: operations, low: null, mean: 0, examShare: 0.09 },
    ])
  })

  test('deactivated modules are not recommended, and nothing is if nothing stands out', () => {
    expect(focusAreas([airway], [answered(operations, 20, 10), answered(airway, 60, 54)])).toBeNull()
    expect(focusAreas([airway], [answered(airway, 60, 54)])).toBeNull()
  })
})

describe('strengths', () => {
  const weak = answered(operations, 40, 12)

  test('reach the mean with the low end of their range, longest unanswered first', () => {
    const strengths = maintainedStrengths(moduleNames, [
      weak,
      answered(airway, 40, 36, '2026-03-05'),
      answered(cardiology, 40, 36, '2026-02-01'),
    ])
    expect(strengths?.modules.map(({ module, lastAnsweredOn }) => [module, lastAnsweredOn])).toEqual([
      [cardiology, '2026-02-01'],
      [airway, '2026-03-05'],
    ])
    expect(strengths).toMatchObject({ mode: 'practice', count: 10, quiz: { modules: [cardiology, airway] } })
  })

  test('are none with few answers, or if all modules are alike', () => {
    expect(maintainedStrengths(moduleNames, [weak, answered(airway, 9, 9)])).toBeNull()
    expect(maintainedStrengths(moduleNames, [answered(airway, 40, 30), answered(cardiology, 40, 30)])).toBeNull()
    expect(maintainedStrengths(moduleNames, [])).toBeNull()
  })
})

describe('speed training', () => {
  test('takes right but slow questions against the clock, no more than there are', () => {
    const slow = [
      { module: airway, questions: 1 },
      { module: cardiology, questions: 3 },
    ] as const
    expect(speedTraining(slow)).toMatchObject({
      questions: 4,
      modules: [slow[1], slow[0]],
      mode: 'timed_exam',
      count: 4,
      quiz: { modules: [], histories: ['slow'] },
    })
    expect(speedTraining([{ module: airway, questions: 90 }])?.count).toBe(10)
  })

  test('is none if nothing was slow', () => expect(speedTraining([])).toBeNull())
})
