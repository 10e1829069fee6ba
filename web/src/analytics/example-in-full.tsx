import type { Figure, Figures } from '@medicready/domain/contract/study/analytics'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { FiguresInFull } from './figures-in-full.tsx'

const quiz = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }
const prepared = { mode: 'practice', count: 10, quiz } as const

/** Half the width of a plausible range for so many answers. */
const halfRange = (share: number, answers: number): number => 1.645 * Math.sqrt((share * (1 - share)) / answers)
const rangeAround = (share: number, answers: number) => ({
  low: Math.max(0, share - halfRange(share, answers)),
  high: Math.min(1, share + halfRange(share, answers)),
})

const figure = (value: string, accuracy: number, answered: number, others: number, above: number): Figure => ({
  value,
  answered,
  scored: answered,
  correct: Math.round(accuracy * answered),
  accuracy,
  likelyRange: rangeAround(accuracy, answered),
  meanSeconds: Math.round(40 + 60 * (1 - accuracy)),
  all: { accuracy: others, meanSeconds: 58 },
  amongOthers: { students: 212, above },
})

const modules = [
  figure('Cardiology & Resuscitation', 0.81, 142, 0.7, 82),
  figure('Airway, Respiration & Ventilation', 0.77, 118, 0.72, 66),
  figure('Trauma', 0.72, 96, 0.71, 54),
  figure('Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)', 0.66, 88, 0.69, 41),
  figure('Pediatrics', 0.61, 44, 0.66, 36),
  figure('Pharmacology & Medication Administration', 0.54, 39, 0.64, 22),
]

const topics: Figures['breakdown']['topic'] = [
  { ...figure('Dysrhythmias', 0.84, 52, 0.7, 85), module: 'Cardiology & Resuscitation' },
  { ...figure('Airway adjuncts', 0.76, 41, 0.73, 58), module: 'Airway, Respiration & Ventilation' },
  { ...figure('Chest trauma', 0.69, 33, 0.7, 47), module: 'Trauma' },
  { ...figure('Dose calculation', 0.48, 21, 0.62, 18), module: 'Pharmacology & Medication Administration' },
]

const missed = [
  {
    module: 'Pharmacology & Medication Administration',
    stem: 'A 4-year-old, 16 kg, has been seizing for six minutes. Which dose of midazolam is given into the muscle?',
  },
  {
    module: 'Cardiology & Resuscitation',
    stem: 'A 58-year-old woman on a beta blocker is pale, with a pulse of 38 and a pressure of 74/40. What is given first?',
  },
  {
    module: 'Airway, Respiration & Ventilation',
    stem: 'A 27-year-old man was pulled from a burning kitchen. Which finding asks for a tube now?',
  },
] as const

export function exampleFigures(today: CalendarDay): Figures {
  const from = addDays(today, -364)
  const dayOfYear = Array.from({ length: 365 }, (_, index) => index)
  return {
    overall: { ...figure('', 0.71, 527, 0.69, 63), answered: 540 },
    breakdown: {
      module: modules,
      topic: topics,
      domain: [figure('Cardiology & Resuscitation', 0.81, 142, 0.7, 82), figure('Trauma', 0.72, 96, 0.71, 54)],
      judgmentStep: [figure('recognize cues', 0.79, 160, 0.73, 70), figure('take action', 0.63, 131, 0.67, 40)],
      kind: [figure('multiple_choice', 0.74, 401, 0.71, 62), figure('build_list', 0.52, 40, 0.55, 44)],
      difficulty: [figure('easy', 0.86, 170, 0.82, 66), figure('moderate', 0.7, 230, 0.68, 60), figure('hard', 0.54, 127, 0.53, 55)],
    },
    time: { ownMedianSeconds: 52, othersMedianSeconds: 58, students: 212 },
    year: {
      from,
      to: today,
      // More and more days with a rest on Sundays: a wave that looks like a student's year.
      days: dayOfYear
        .filter((day) => day % 7 !== 3 && (day * 37) % 100 < 15 + day / 6)
        .map((day) => ({ date: addDays(from, day), answered: 2 + ((day * 13) % 11) })),
    },
    ability: Array.from({ length: 14 }, (_, week) => {
      const ability = -0.6 + 0.09 * week + 0.12 * Math.sin(week * 1.7)
      const half = 0.55 - 0.015 * week
      return {
        week: addDays(today, -7 * (14 - week)),
        scored: 24 + 2 * week,
        ability,
        likelyRange: { low: ability - half, high: ability + half },
      }
    }),
    calibration: {
      levels: [
        [1, 0.25, 0.31, 26],
        [2, 0.4, 0.46, 41],
        [3, 0.6, 0.58, 84],
        [4, 0.8, 0.7, 66],
        [5, 0.95, 0.83, 47],
      ].map(([confidence = 1, claimed = 0, accuracy = 0, scored = 1]) => ({
        confidence,
        claimed,
        accuracy,
        scored,
        correct: Math.round(accuracy * scored),
        likelyRange: rangeAround(accuracy, scored),
      })),
      brierScore: 0.18,
      reading: 'over',
    },
    sureAndWrong: {
      questions: missed.length,
      latest: missed.map((question, index) => ({
        ...question,
        questionId: `example-${index}`,
        confidence: 5 - (index % 2),
        answeredAt: `${addDays(today, -2 - 3 * index)}T15:00:00.000Z`,
      })),
    },
    forgetting: {
      bins: [
        [1, 1, 1, 0.93, 58],
        [2, 3, 2.4, 0.88, 44],
        [4, 7, 5.3, 0.81, 37],
        [8, 14, 10.6, 0.74, 31],
        [15, 30, 21, 0.63, 22],
        [31, null, 44, 0.52, 16],
      ].map(([fromDays, toDays, meanDays, accuracy, scored]) => ({
        fromDays: fromDays ?? 0,
        toDays: toDays ?? null,
        meanDays: meanDays ?? 0,
        scored: scored ?? 0,
        correct: Math.round((accuracy ?? 0) * (scored ?? 0)),
        accuracy: accuracy ?? 0,
        likelyRange: rangeAround(accuracy ?? 0, scored ?? 1),
      })),
      curve: Array.from({ length: 51 }, (_, days) => ({ days, recall: (1 + days / 14) ** -0.45 })),
    },
    recommendations: {
      focusAreas: {
        modules: [
          { module: 'Pharmacology & Medication Administration', low: 0.41, mean: 0.71, examShare: 0.1 },
          { module: 'Pediatrics', low: 0.49, mean: 0.71, examShare: 0.12 },
        ],
        ...prepared,
      },
      maintainStrengths: {
        modules: [{ module: 'Cardiology & Resuscitation', low: 0.76, lastAnsweredOn: addDays(today, -9) }],
        ...prepared,
      },
      speedTraining: { questions: 7, modules: [{ module: 'Trauma', questions: 4 }], ...prepared },
    },
  }
}

const ExampleInFull = ({ today }: { today: CalendarDay }) => <FiguresInFull figures={exampleFigures(today)} totals={null} />

export default ExampleInFull
