import type { Analytics } from '@medicready/domain/contract/analytics'
import { expect, it } from 'vitest'
import { exampleFigures } from './example-figures.ts'
import { figuresAsCsv } from './figures-as-csv.ts'

const totals: Analytics['totals'] = {
  answered: 12,
  scored: 10,
  correct: 7,
  accuracy: 0.7,
  studySeconds: 640,
  modules: [
    { module: 'Airway, Respiration & Ventilation', answered: 2, scored: 0, correct: 0, accuracy: null, lastAnsweredOn: '2025-11-20' },
  ],
}

it("writes one's own totals, and leaves out what is not known yet", () => {
  expect(figuresAsCsv({ locked: true, totals, figures: null }).split('\r\n')).toEqual([
    'Part,Name,Figure,Value',
    'Total,All modules,Answers,12',
    'Total,All modules,Scored answers,10',
    'Total,All modules,Right answers,7',
    'Total,All modules,"Accuracy, %",70',
    'Total,All modules,"Study time, seconds",640',
    'Module progress,"Airway, Respiration & Ventilation",Answers,2',
    'Module progress,"Airway, Respiration & Ventilation",Scored answers,0',
    'Module progress,"Airway, Respiration & Ventilation",Right answers,0',
    'Module progress,"Airway, Respiration & Ventilation",Last answered on,2025-11-20',
  ])
})

it('writes all figures, with quotes doubled and no formula', () => {
  const figures = exampleFigures('2025-11-20')
  const [first] = figures.sureAndWrong.latest
  if (!first) throw new Error('the example has questions')
  const latest = [{ ...first, stem: '=SUM(A1) "now"' }]
  const lines = figuresAsCsv({ locked: false, totals, figures: { ...figures, sureAndWrong: { questions: 1, latest } } }).split('\r\n')
  expect(lines).toContain('Judgment step,Recognize cues,"Accuracy, %",79')
  expect(lines).toContain('Kind of item,Build list,Answers,40')
  expect(lines).toContain('Forgetting curve,31 days or more,Reviews,16')
  expect(lines).toContain(`Sure and wrong,"'=SUM(A1) ""now""",Confidence,5`)
})
