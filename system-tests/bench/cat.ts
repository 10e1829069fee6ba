import { Cat } from '@bdelab/jscat'
import { type ExamRules, outcomeOf, preparePool } from '@medicready/domain/exams/adaptive'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import {
  abilitiesOf,
  type Bank,
  bankOf,
  bankWithSets,
  type Ended,
  fixedForm,
  type Knowledge,
  mockExam,
  mockExam2024,
  type Quality,
  qualityOf,
  sit,
  sitForm,
} from '../simulation/adaptive-exams.ts'
import { Random } from '../simulation/random.ts'
import { atMost, type BenchFigure, benchOf, type LogLine } from './figures.ts'
import { percentile } from './rounds.ts'

const ITEMS = 500
const FORM = 150

const scales = {
  quick: { rounds: 1, simulees: 10, simuleesOfPeer: 1 },
  full: { rounds: 4, simulees: 3_000, simuleesOfPeer: 8 },
}

/** Quality of the adaptive exam beside a fixed form of 150 items and jsCAT. All figures are means over the seeds. */
export const cat = benchOf(scales, (size, log): BenchFigure[] => {
  const of = (what: string, contender: (seed: number) => Quality): Quality => {
    const found = Array.from({ length: size.rounds }, (_, index) => contender(index + 1))
    const mean = meanOf(found)
    const [accuracy, consistency] = [mean.accuracy.toFixed(4), mean.consistency.toFixed(4)]
    log(`${what}: accuracy ${accuracy}, consistency ${consistency}, ${mean.meanLength.toFixed(1)} items, RMSE ${mean.rmse.toFixed(3)}`)
    return mean
  }
  const ours = (what: string, bank: (seed: number) => Bank, more: Partial<ExamRules> = {}, simulees = size.simulees) =>
    of(`ours, ${what}`, (seed) => adaptive(bank(seed), simulees, seed, more))
  const banks = (knowledge: Knowledge) => (seed: number) => bankOf(ITEMS, seed, knowledge)
  const few = Math.ceil(size.simulees / 4)
  const form = of('fixed form', (seed) => formQuality(bankOf(ITEMS, seed, 'exact'), size.simulees, seed))
  const sure = ours('the 95 % rule', banks('exact'))
  const curtailed = ours('with curtailment', banks('exact'), { stopping: 'curtailment' })
  const answers = ours('200 answers an item', banks('200 answers'), {}, few)
  const labels = ours('labels alone', banks('labels'), {}, few)
  const twoParameters = ours('2PL, 100 items', twoParameterBank, { minItems: 100, maxItems: 100 }, few)
  const oursOfFew = ours('those of jsCAT', banks('exact'), {}, size.simuleesOfPeer)
  const of2024 = (what: string, more: Partial<ExamRules>) =>
    of(`2024, ${what}`, (seed) => adaptive(bankWithSets(2 * ITEMS, seed, 'exact'), size.simulees, seed, { ...mockExam2024(''), ...more }))
  const [withSets, amongOthers] = [of2024('sets by their share', {}), of2024('sets among the others', { sets: null })]
  const peer = peerQuality(size, log)
  const microseconds = decisionTimes(Math.min(500, size.simulees))
  log(`ours: a decision takes ${percentile(microseconds, 0.5).toFixed(1)} µs, p95 ${percentile(microseconds, 0.95).toFixed(1)} µs`)

  const besideTimes = `median ${percentile(microseconds, 0.5).toFixed(1)} µs; jsCAT p95 ${percentile(peer.microseconds, 0.95).toFixed(0)} µs`
  const sittings = `${size.rounds} seeds, ${size.simulees} simulees each`
  const fewSittings = `${size.rounds} seeds, ${few} simulees each`
  return [
    ...gates(sure, curtailed, form, sittings),
    ...gatesOfSets(withSets, amongOthers, sittings),
    below('2PL, 100 items: RMSE', twoParameters.rmse, 'logits', 0.16, null, fewSittings),
    below('selection + update, p95', percentile(microseconds, 0.95), 'µs', 60, 10, besideTimes),
    ...known('200 answers an item', answers, form, fewSittings),
    ...known('labels alone', labels, form, fewSittings),
    ...besidePeer(oursOfFew, peer.quality, `${size.rounds} seeds, ${size.simuleesOfPeer} simulees each`),
  ]
})

const twoParameterBank = (seed: number): Bank => bankOf(ITEMS, seed, 'exact', (random) => Math.exp(0.3 * random.normal()))

function gates(sure: Quality, curtailed: Quality, form: Quality, from: string): BenchFigure[] {
  const beside = (of: keyof Quality) => `${sure[of].toFixed(4)} to ${form[of].toFixed(4)} of a fixed form of ${FORM}`
  return [
    below('accuracy below a fixed form', 100 * (form.accuracy - sure.accuracy), '%', 0.2, 0, beside('accuracy')),
    below('consistency below a fixed form', 100 * (form.consistency - sure.consistency), '%', 0.2, 0, beside('consistency')),
    below('with curtailment: accuracy below a fixed form', 100 * (form.accuracy - curtailed.accuracy), '%', 0.2, 0, from),
    below('with curtailment: consistency below a fixed form', 100 * (form.consistency - curtailed.consistency), '%', 0.2, 0, from),
    below('mean length, the 95 % rule', sure.meanLength, 'items', 95, null, from),
    below('at the maximum, the 95 % rule', 100 * sure.atMaximum, '%', 17, null, from),
    below('mean length, with curtailment', curtailed.meanLength, 'items', 91, 89.8, from),
    below('at the maximum, with curtailment', 100 * curtailed.atMaximum, '%', 3, null, from),
    below('RMSE', sure.rmse, 'logits', 0.218, null, from),
    below('RMSE, with curtailment', curtailed.rmse, 'logits', 0.218, null, from),
    below('bias', Math.abs(sure.bias), 'logits', 0.005, null, from),
    below('coverage of the 95 % band, off 95 %', 100 * Math.abs(sure.covered - 0.95), '%', 1, null, percent(sure.covered)),
    below('wrong among those who ended sure', 100 * sure.wrongAmongSure, '%', 1.5, 1, `${percent(sure.sure)} ended sure`),
    below('a domain off its target, at most', sure.offTarget, 'items', 1, 0, from),
    below('highest exposure', 100 * sure.highestExposure, '%', 31, 29, from),
    below('highest exposure, with curtailment', 100 * curtailed.highestExposure, '%', 31, 29, from),
    below('unused items', sure.unused, 'items', 0, null, from),
  ]
}

function gatesOfSets(bySets: Quality, amongOthers: Quality, from: string): BenchFigure[] {
  const share = blueprints.national_registry_2024.sets ?? 0
  const given = `${percent(bySets.inSets)} of the items, ${percent(amongOthers.inSets)} where sets have no share; ${from}`
  const longer = bySets.meanLength - amongOthers.meanLength
  const accuracies = `${bySets.accuracy.toFixed(4)} to ${amongOthers.accuracy.toFixed(4)} where sets have no share`
  return [
    below(`2024: sets off the ${share} % of the blueprint`, Math.abs(100 * bySets.inSets - share), '%', 3, 0, given),
    below('2024: accuracy that sets cost', 100 * (amongOthers.accuracy - bySets.accuracy), '%', 0.2, 0, accuracies),
    below('2024: a domain off its target, at most', bySets.offTarget, 'items', 2, null, from),
    below('2024: highest exposure', 100 * bySets.highestExposure, '%', 31, null, from),
    below('2024: items more that sets ask', longer, 'items', 2, null, `${bySets.meanLength.toFixed(1)} items`),
  ]
}

const known = (by: string, quality: Quality, form: Quality, from: string): BenchFigure[] => [
  toKnow(`${by}: accuracy below a fixed form`, 100 * (form.accuracy - quality.accuracy), '%', quality.accuracy.toFixed(4)),
  toKnow(`${by}: consistency below a fixed form`, 100 * (form.consistency - quality.consistency), '%', quality.consistency.toFixed(4)),
  toKnow(`${by}: mean length, the 95 % rule`, quality.meanLength, 'items', from),
  toKnow(`${by}: at the maximum`, 100 * quality.atMaximum, '%', from),
  toKnow(`${by}: RMSE`, quality.rmse, 'logits', from),
  toKnow(`${by}: bias`, Math.abs(quality.bias), 'logits', from),
  toKnow(`${by}: coverage of the 95 % band, off 95 %`, 100 * Math.abs(quality.covered - 0.95), '%', percent(quality.covered)),
  toKnow(`${by}: wrong among those who ended sure`, 100 * quality.wrongAmongSure, '%', `${percent(quality.sure)} ended sure`),
  toKnow(`${by}: a domain off its target, at most`, quality.offTarget, 'items', from),
  toKnow(`${by}: highest exposure`, 100 * quality.highestExposure, '%', from),
  toKnow(`${by}: unused items`, quality.unused, 'items', from),
]

function besidePeer(ours: Quality, peer: Quality, from: string): BenchFigure[] {
  const beside = (name: string, of: keyof Quality, unit: BenchFigure['unit'], times = 1): BenchFigure =>
    toKnow(`beside jsCAT: ${name}`, times * ours[of], unit, `jsCAT ${(times * peer[of]).toFixed(3)}; ${from}`)
  return [
    beside('accuracy', 'accuracy', '%', 100),
    beside('mean length, the 95 % rule', 'meanLength', 'items'),
    beside('RMSE', 'rmse', 'logits'),
    beside('a domain off its target, at most', 'offTarget', 'items'),
    beside('highest exposure', 'highestExposure', '%', 100),
    beside('unused items', 'unused', 'items'),
  ]
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const below = (
  name: string,
  value: number,
  unit: BenchFigure['unit'],
  required: number,
  aim: number | null,
  from: string,
): BenchFigure => ({
  name: `exam: ${name}`,
  value,
  ...atMost(unit, required, aim),
  from,
})
const toKnow = (name: string, value: number, unit: BenchFigure['unit'], from: string): BenchFigure => ({
  name: `exam, ${name}`,
  value,
  ...atMost(unit, null),
  from,
})

function meanOf(qualities: readonly Quality[]): Quality {
  const mean = (of: keyof Quality) => qualities.reduce((sum, quality) => sum + quality[of], 0) / qualities.length
  const names = Object.keys(qualities[0] ?? {}) as (keyof Quality)[]
  return Object.fromEntries(names.map((name) => [name, mean(name)])) as unknown as Quality
}

function adaptive(bank: Bank, simulees: number, seed: number, more: Partial<ExamRules>): Quality {
  const pool = preparePool(bank.pool)
  const random = new Random(seed + 2_000)
  const rules = mockExam('', more)
  return qualityOf(bank, abilitiesOf(simulees, seed), rules, (ability, name) =>
    sit(pool, bank.truth, { ...rules, seed: `${seed}:${name}` }, ability, random),
  )
}

function formQuality(bank: Bank, simulees: number, seed: number): Quality {
  const rules = mockExam('')
  const form = fixedForm(bank, rules, FORM)
  const pool = preparePool(bank.pool)
  const random = new Random(seed + 3_000)
  return qualityOf(bank, abilitiesOf(simulees, seed), rules, (ability) => sitForm(pool, bank.truth, form, ability, random))
}

function decisionTimes(sittings: number): number[] {
  const bank = bankOf(ITEMS, 1, 'exact')
  const pool = preparePool(bank.pool)
  const random = new Random(4_000)
  const microseconds: number[] = []
  for (const [index, ability] of abilitiesOf(2 * sittings, 1).entries()) {
    const took = index < sittings ? () => {} : (time: number) => microseconds.push(time)
    sit(pool, bank.truth, mockExam(`timed:${index}`), ability, random, took)
  }
  return microseconds
}

/** jsCAT on the same banks and simulees: most information, EAP, and the 95 % rule, which it lacks itself. */
function peerQuality({ rounds: seeds, simuleesOfPeer }: typeof scales.full, log: LogLine) {
  const microseconds: number[] = []
  const qualities = Array.from({ length: seeds }, (_, index) => {
    const seed = index + 1
    const bank = bankOf(ITEMS, seed, 'exact')
    const random = new Random(seed + 5_000)
    const rules = mockExam('')
    const quality = qualityOf(bank, abilitiesOf(simuleesOfPeer, seed), rules, (ability) =>
      sitPeer(bank, rules, ability, random, microseconds),
    )
    log(`jsCAT: seed ${seed} of ${seeds}, p95 ${percentile(microseconds, 0.95).toFixed(0)} µs a decision`)
    return quality
  })
  return { quality: meanOf(qualities), microseconds }
}

function sitPeer(bank: Bank, rules: ExamRules, ability: number, random: Random, microseconds: number[]): Ended {
  const cat = new Cat({ method: 'EAP', itemSelect: 'MFI' })
  let left = bank.truth.map(({ difficulty, discrimination }, place) => ({ difficulty, discrimination, place }))
  const items: number[] = []
  const ended = (endedBy: string): Ended => ({ ability: cat.theta, standardError: cat.seMeasurement, items, endedBy })
  for (;;) {
    const start = performance.now()
    const { nextStimulus, remainingStimuli } = cat.findNextItem(left)
    const chosen = performance.now() - start
    const place = Number(nextStimulus?.place)
    const item = bank.truth[place]
    if (item === undefined) return ended('pool')
    left = remainingStimuli as typeof left
    items.push(place)
    const isCorrect = random.next() < 1 / (1 + Math.exp(item.discrimination * (item.difficulty - ability)))
    const again = performance.now()
    cat.updateAbilityEstimate({ a: item.discrimination, b: item.difficulty, c: 0, d: 1 }, isCorrect ? 1 : 0)
    microseconds.push((chosen + performance.now() - again) * 1_000)
    if (items.length === rules.maxItems) return ended('maximum')
    const measured = { ability: cat.theta, standardError: cat.seMeasurement }
    if (items.length >= rules.minItems && outcomeOf(measured, rules.cut) !== 'undetermined') return ended('confidence')
  }
}
