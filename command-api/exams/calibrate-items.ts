import { hash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { type Calibration, calibrating } from '@medicready/domain/exams/calibration'
import {
  type CalibratedItem,
  type CalibrationEvent,
  calibrationAggregate,
  type GroupComparison,
  isUnfinished,
  partsOf,
  recordCalibration,
} from '@medicready/domain/exams/calibration-facts'
import { comparingGroups } from '@medicready/domain/exams/compared-groups'
import { type Prior, priorOf } from '@medicready/domain/exams/pool'
import { panelRatings } from '@medicready/domain/questions/bank-goals'
import { labelsOfVersions, latestCalibration } from '@medicready/projector/read-models/exams/calibration-queries'
import { v5 as uuidV5 } from 'uuid'
import type { JobDeps, WorkerDeps } from '../worker/definitions.ts'
import { actOnCalibration } from './act-on-calibration.ts'
import { type Answered, type Exposures, readFirstAnswers, readGroupings } from './first-answers.ts'

const JOB_NAMESPACE = '1f0a3c52-8f0e-4b39-9f5e-6f1f2f4a7b61'
/** With fewer, their mean ability, which anchors the scale, could be anything. */
const LEAST_LEARNERS = 30

type Run = CalibrationEvent['data']

const dayOf = (now: string): string => now.slice(0, 'YYYY-MM-DD'.length)

interface Done {
  readonly items: number
  readonly promoted: number
  readonly doubted: number
}

export async function finishCalibration(deps: JobDeps): Promise<Done | null> {
  const { state } = await deps.commands.load(calibrationAggregate, dayOf(deps.clock()))
  return isUnfinished(state) ? calibrateItems(deps) : null
}

/** From all first answers, recorded once a day. Nothing is recorded with too few learners or no new answers. */
export async function calibrateItems(deps: JobDeps): Promise<Done> {
  const { sql, commands, clock, signal } = deps
  const exposures = await readFirstAnswers(sql)
  const [before] = await latestCalibration(sql)
  if (exposures.learners.length < LEAST_LEARNERS) return { items: 0, promoted: 0, doubted: 0 }
  const found = await fit(exposures, await priorsOf(sql, exposures.items), signal)
  if (found === null) return { items: 0, promoted: 0, doubted: 0 }
  const comparisons = await compare(exposures, found, deps)
  if (comparisons === null) return { items: 0, promoted: 0, doubted: 0 }
  const now = clock()
  const on = dayOf(now)
  const items = itemsOf(exposures.items, found, comparisons)
  const calibrationId = uuidV5(`${on} ${hash('sha256', JSON.stringify(items))}`, JOB_NAMESPACE)
  const { length: answers } = exposures.answers.items
  const context = { actorId: 'worker', correlationId: `calibration-${on}`, now }
  let recorded = 0
  const learners = exposures.learners.length
  if (before?.answers !== answers)
    for (const part of partsOf({ calibrationId, on, answers, learners, shift: rounded(found.shift), items })) {
      const commandId = uuidV5(`part ${part.part}`, calibrationId)
      const { events } = await commands.execute(calibrationAggregate, on, recordCalibration(part), { ...context, commandId })
      recorded += events.reduce((sum, { data }) => sum + data.items.length, 0)
    }
  return { items: recorded, ...(await actOnCalibration(deps, { calibrationId, items }, context)) }
}

/** Sweep by sweep, to yield to other work; null if stopped. */
async function fit({ answers, learners }: Exposures, priors: readonly Prior[], signal: AbortSignal): Promise<Calibration | null> {
  const sweeps = calibrating({
    answers,
    learners: learners.length,
    priors: {
      difficulty: Float64Array.from(priors, ({ difficulty }) => difficulty),
      spread: Float64Array.from(priors, ({ spread }) => spread),
    },
  })
  while (!signal.aborted) {
    const sweep = sweeps.next()
    if (sweep.done) return sweep.value
    await others()
  }
  return null
}

async function compare({ answers, learners, items }: Exposures, { ability }: Calibration, { sql, signal }: JobDeps) {
  const comparing = comparingGroups({ answers, items: items.length, ability, groupings: await readGroupings(sql, learners) })
  while (!signal.aborted) {
    const compared = comparing.next()
    if (compared.done) return compared.value
    await others()
  }
  return null
}

async function priorsOf(sql: WorkerDeps['sql'], items: readonly Answered[]): Promise<Prior[]> {
  const rows = await labelsOfVersions(sql)
  const known = new Map(
    rows.map(({ question_id, version, difficulty, bank_id }) => [
      `${question_id}@${version}`,
      priorOf(difficulty, panelRatings[bank_id ?? ''] ?? null),
    ]),
  )
  // Read models do not move together, so a question may be missing for a moment.
  return items.map(({ questionId, questionVersion }) => known.get(`${questionId}@${questionVersion}`) ?? priorOf('moderate', null))
}

function itemsOf(items: readonly Answered[], found: Calibration, comparisons: readonly (readonly GroupComparison[])[]): Run['items'] {
  const figure = (figures: Float64Array, place: number) => rounded(figures[place] ?? 0)
  const calibrated = items.map((item, place): CalibratedItem => {
    const pointBiserial = found.pointBiserial[place] ?? Number.NaN
    return {
      ...item,
      difficulty: figure(found.difficulty, place),
      discrimination: figure(found.discrimination, place),
      standardError: figure(found.standardError, place),
      answers: found.answered[place] ?? 0,
      infit: figure(found.infit, place),
      outfit: figure(found.outfit, place),
      pointBiserial: Number.isNaN(pointBiserial) ? null : rounded(Math.max(-1, Math.min(1, pointBiserial))),
      observed: (found.observed[place] ?? []).map((point) => ({ ...point, ability: rounded(point.ability) })),
      comparisons: (comparisons[place] ?? []).map(({ delta, standardError, p, ...comparison }) => ({
        ...comparison,
        delta: rounded(delta),
        standardError: rounded(standardError),
        p: rounded(p),
      })),
    }
  })
  return calibrated.sort((one, other) => one.questionId.localeCompare(other.questionId) || one.questionVersion - other.questionVersion)
}

/** The same on every machine, far below any standard error. Never −0, which JSON does not keep. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 + 0
