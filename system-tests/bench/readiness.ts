import { addDays } from '@medicready/domain/core/shown/calendar'
import { type MockBlueprint, mockBlueprints } from '@medicready/domain/exams/shown/blueprints'
import { chanceAt, passCurves } from '@medicready/domain/readiness/chance'
import { type Published, published, sumsOf } from '@medicready/domain/readiness/published'
import { type Evidence, readinessOf } from '@medicready/domain/readiness/readiness'
import { coveredOfTold, errorOfTold, OFFSETS, type Stage, stages, type ToldOffScale, toldOffScale } from '../simulation/off-scale.ts'
import { Random } from '../simulation/random.ts'
import { Academy, passCurveOf, plainWorld, type SimulatedWorld } from '../simulation/readiness.ts'
import { atLeast, atMost, type BenchFigure, benchOf, type LogLine } from './figures.ts'

const examNames: Readonly<Record<MockBlueprint, string>> = { national_registry: 'mock exam', national_registry_2024: 'exam of 2024' }

const harder: readonly (readonly [name: string, more: Partial<SimulatedWorld>])[] = [
  ['labels alone', { knowledge: 'labels' }],
  ['drift doubled', { drift: 2 }],
  ['learning tripled', { learning: 3 }],
  ['nothing learned', { learning: 0 }],
  ['forgetting doubled', { forgetting: 2 }],
]

const byAnswers = [
  [100, 199],
  [200, 499],
  [500, 2_000],
] as const

const COVERED = 0.78
const CALIBRATED = 0.03
/** Of fewer predictions the calibration error is mostly chance. */
const ENOUGH_PREDICTIONS = 1_000
const FIRST_ANSWERS = 5_000

const scales = {
  quick: { rounds: 1, learners: 10, underHarder: 5, offScale: 5, sittings: 100 },
  full: { rounds: 4, learners: 1_500, underHarder: 500, offScale: 600, sittings: 6_000 },
}

/**
 * Simulated learners study, are told their chance, and sit the mock exam by the real engine. Their true chances are
 * known.
 */
export const readiness = benchOf(scales, (size, log): BenchFigure[] => {
  const found = mockBlueprints.map((blueprint) => {
    const of = outcomesOf({ ...plainWorld, blueprint }, size.rounds, size.learners)
    log(`${examNames[blueprint]}: ${logged(of)}`)
    return { name: examNames[blueprint], of }
  })
  const all = found.flatMap(({ of }) => of)
  return [
    ...qualityFigures('both exams', all, CALIBRATED),
    ...qualityFigures(
      'said 10 to 90 %',
      all.filter(({ chance }) => 0.1 <= chance && chance <= 0.9),
      null,
    ),
    ...found.flatMap(({ name, of }) => qualityFigures(name, of, CALIBRATED)),
    ...byAnswers.flatMap(([from, to]) => {
      const of = all.filter(({ scoredAnswers }) => from <= scoredAnswers && scoredAnswers <= to)
      return qualityFigures(`${from} to ${to.toLocaleString('en-US')} answers`, of, CALIBRATED)
    }),
    ...mockBlueprints.flatMap((blueprint) => curveFigures(blueprint, size, log)),
    timeFigure(),
    ...harder.flatMap(([name, more]) => {
      const of = outcomesOf({ ...plainWorld, ...more }, size.rounds, size.underHarder)
      log(`${name}: ${logged(of)}`)
      return qualityFigures(name, of, null)
    }),
    ...stages.flatMap((stage) => offScaleFigures(stage, size, log)),
  ]
})

const CALIBRATED_OFF_SCALE = 0.05
const COVERED_OFF_SCALE = 0.75

/**
 * All difficulties are off by half a logit. Before answers and outcomes tell the direction, chances are compared over
 * both directions together and without the limit of 95 %, which is an error of its own.
 */
function offScaleFigures(stage: Stage, { rounds: seeds, offScale }: typeof scales.full, log: LogLine): BenchFigure[] {
  const [tooHard = [], tooEasy = []] = OFFSETS.map((offset) =>
    Array.from({ length: seeds }, (_, seed) =>
      toldOffScale(stage, { blueprint: 'national_registry_2024', offset, seed: seed + 1, students: offScale }),
    ).flat(),
  )
  const both = [...tooHard, ...tooEasy]
  log(`half a logit off, ${stage}: off by ${errorOfTold(both, 'chance').toFixed(3)}, as said by ${errorOfTold(both, 'said').toFixed(3)}`)
  const isModeled = stage !== 'no shift'
  const isLearned = isModeled && stage !== 'the panel alone'
  const figure = (of: readonly ToldOffScale[], what: string, value: number) => ({
    name: `readiness, half a logit ${of === both ? 'either way' : of === tooHard ? 'too hard' : 'too easy'}, ${stage}: ${what}`,
    value,
    from: `${of.length.toLocaleString('en-US')} students`,
  })
  const error = (of: readonly ToldOffScale[], which: 'said' | 'chance', isRequired: boolean): BenchFigure => ({
    ...figure(of, `calibration error${which === 'said' ? '' : ' without the limits'}`, errorOfTold(of, which)),
    ...atMost('', isRequired && of.length >= ENOUGH_PREDICTIONS ? CALIBRATED_OFF_SCALE : null),
  })
  const covered = (of: readonly ToldOffScale[]): BenchFigure => ({
    ...figure(of, 'true chances within the interval of 80 %', 100 * coveredOfTold(of)),
    ...atLeast('%', isModeled ? 100 * COVERED_OFF_SCALE : null),
  })
  return [
    ...[tooHard, tooEasy].flatMap((of) => [error(of, 'said', isLearned), covered(of)]),
    error(both, 'said', isLearned),
    error(both, 'chance', isModeled),
  ]
}

type Outcome = ReturnType<typeof outcomesOf>[number]

function outcomesOf(world: SimulatedWorld, seeds: number, learners: number) {
  return Array.from({ length: seeds }, (_, index) => index + 1).flatMap((seed) => {
    const academy = new Academy(world, seed)
    return Array.from({ length: learners }, (_, learner) => {
      const { scoredAnswers, evidence, today, ability, hasPassed } = academy.examinee(`${learner}`)
      const told = readinessOf(evidence, { blueprint: world.blueprint, shift: null }, today)
      const trueChance = chanceAt(ability, world.blueprint)
      return {
        seed,
        scoredAnswers,
        chance: told.chance,
        hasPassed,
        isCovered: told.low <= trueChance && trueChance <= told.high,
        off: told.ability - ability,
      }
    })
  })
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const coveredOf = (of: readonly Outcome[]): number => meanOf(of.map(({ isCovered }) => Number(isCovered)))
const errorOf = (of: readonly Outcome[]): number => published(sumsOf(of)).expectedCalibrationError ?? 0

const plotted = ({ bins }: Published): string =>
  bins.map(({ predictions, said, happened }) => `${percent(said)} ${percent(happened)} (${predictions})`).join(', ')
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(100 * share)}`)
const logged = (of: readonly Outcome[]): string => `said, happened (predictions): ${plotted(published(sumsOf(of)))}`

function qualityFigures(name: string, of: readonly Outcome[], required: number | null): BenchFigure[] {
  const { brierScore, brierScoreOfAConstant, expectedCalibrationError, predictions } = published(sumsOf(of))
  const seeds = [...new Set(of.map(({ seed }) => seed))].map((seed) => errorOf(of.filter((each) => each.seed === seed)))
  const bias = meanOf(of.map(({ off }) => off))
  const rmse = Math.sqrt(meanOf(of.map(({ off }) => off * off)))
  return [
    {
      name: `readiness, ${name}: expected calibration error`,
      value: expectedCalibrationError ?? 0,
      ...atMost('', predictions < ENOUGH_PREDICTIONS ? null : required),
      from: `${predictions.toLocaleString('en-US')} predictions; by seed ${seeds.map((error) => error.toFixed(3)).join(', ')}`,
    },
    {
      name: `readiness, ${name}: Brier score`,
      value: brierScore ?? 0,
      ...atMost('', required === null ? null : (brierScoreOfAConstant ?? 0) / 2),
      from: `${brierScoreOfAConstant?.toFixed(4)} of a constant`,
    },
    {
      name: `readiness, ${name}: true chances within the interval of 80 %`,
      value: 100 * coveredOf(of),
      ...atLeast('%', required === null ? null : 100 * COVERED),
      from: `ability off by ${bias.toFixed(3)} on the mean, by ${rmse.toFixed(3)} in root mean square`,
    },
  ]
}

function curveFigures(blueprint: MockBlueprint, { rounds: seeds, sittings }: typeof scales.full, log: LogLine): BenchFigure[] {
  const sat = Array.from({ length: seeds }, (_, seed) => new Academy({ ...plainWorld, blueprint }, seed + 1)).flatMap((academy) =>
    Array.from({ length: Math.ceil(sittings / seeds) }, (_, sitting) => academy.nearTheCut(`${sitting}`)),
  )
  const found = passCurveOf(sat)
  const constants = passCurves[blueprint]
  log(`${examNames[blueprint]}: middle ${found.middle.toFixed(3)}, blur ${found.blur.toFixed(3)}`)
  const off = (of: 'middle' | 'blur', required: number): BenchFigure => ({
    name: `readiness, ${examNames[blueprint]}: the exam’s own ${of}, off the constant`,
    value: Math.abs(found[of] - constants[of]),
    ...atMost('logits', required),
    from: `${found[of].toFixed(3)} for ${constants[of]}; ${sat.length.toLocaleString('en-US')} sittings`,
  })
  return [off('middle', 0.03), off('blur', 0.03)]
}

/** For a learner who has answered nearly everything, over most of a year. */
function timeFigure(): BenchFigure {
  const random = new Random(1)
  const evidence = Array.from(
    { length: FIRST_ANSWERS },
    (_, place): Evidence => ({
      day: addDays('2026-01-01', Math.floor(place / 20)),
      category: ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'][place % 5] ?? '',
      isCorrect: random.next() < 0.6,
      difficulty: random.normal(),
      standardError: 0.3,
    }),
  )
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now()
    readinessOf(evidence, { blueprint: 'national_registry', shift: null }, '2026-12-01')
    return performance.now() - start
  }).toSorted((one, other) => one - other)
  return {
    name: `readiness of ${FIRST_ANSWERS.toLocaleString('en-US')} first answers, median`,
    value: times[25] ?? 0,
    ...atMost('ms', 20, 5),
    from: 'on 250 days; 50 rounds',
  }
}
