import { type FirstLanguage, firstLanguages } from '@medicready/domain/accounts/shown/background'
import type { CalibratedItem, GroupComparison } from '@medicready/domain/exams/calibration-facts'
import { driftOf, hasDrifted, isSettled } from '@medicready/domain/questions/drift'
import { promoteQuestion, questionAggregate, requestReview } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pilotQuestions, type SettledItem, settledItems } from '@medicready/projector/read-models/exams/calibration-queries'
import { v5 as uuidV5 } from 'uuid'
import type { CommandContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'

/** The requester of automatic reviews: each version is asked about once, as by a person. */
export const CALIBRATION_USER_ID = 'c5b1b0d3-6f57-4e0f-9d7c-0b7f4a6f2e10'

interface Run {
  readonly calibrationId: string
  readonly items: readonly CalibratedItem[]
}

/** Promotes proven pilots, and asks for a review of items that drifted or are harder for one group of equals. */
export async function actOnCalibration(
  { sql, commands, signal }: Pick<WorkerDeps, 'sql' | 'commands' | 'signal'>,
  { calibrationId, items }: Run,
  context: Omit<CommandContext, 'commandId'>,
): Promise<{ promoted: number; doubted: number }> {
  const as = (step: string, { questionId, questionVersion }: CalibratedItem) => ({
    ...context,
    commandId: uuidV5(`${step}/${questionId}/${questionVersion}`, calibrationId),
  })
  const done = { promoted: 0, doubted: 0 }
  const pilots = new Set((await pilotQuestions(sql)).map(({ id }) => id))
  for (const item of items) {
    if (signal.aborted) return done
    if (!pilots.has(item.questionId) || !isSettled(item)) continue
    const { questionId, questionVersion: version, answers, pointBiserial, standardError } = item
    const promote = promoteQuestion({ version, answers, discrimination: pointBiserial ?? 0, standardError })
    done.promoted += (await commands.execute(questionAggregate, questionId, promote, as('promote', item))).events.length
  }
  const settled = await settledItems(sql)
  const settledOf = new Map(settled.map((row) => [`${row.question_id}@${row.question_version}`, row]))
  for (const item of items) {
    if (signal.aborted) return done
    const row = settledOf.get(`${item.questionId}@${item.questionVersion}`)
    const reasons = [...(row ? reasonsOfDrift(row, item) : []), ...reasonsOfGroups(item)]
    if (reasons.length === 0) continue
    const reason = reasons.join(' ')
    const ask = requestReview({ userId: CALIBRATION_USER_ID, reason, version: item.questionVersion })
    try {
      done.doubted += (await commands.execute(questionAggregate, item.questionId, ask, as('doubt', item))).events.length
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
    }
  }
  return done
}

function reasonsOfDrift(row: SettledItem, item: CalibratedItem): string[] {
  const earlier = { difficulty: row.settled_difficulty, standardError: row.settled_standard_error }
  const drift = driftOf(earlier, item)
  if (drift === null || !hasDrifted(earlier, drift)) return []
  const become = drift.since > earlier.difficulty ? 'harder' : 'easier'
  return [
    `Learners' answers show that this question has become ${become}. Its difficulty was ${earlier.difficulty.toFixed(2)} logits, ` +
      `and is ${drift.since.toFixed(2)} by the answers since then (z ${drift.z.toFixed(1)}). Is it still correct? Has its answer become known?`,
  ]
}

const MOST_GROUPS_TOLD = 3

function reasonsOfGroups({ comparisons }: CalibratedItem): string[] {
  const large = comparisons
    .filter((comparison) => comparison.class === 'C')
    .sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta))
  if (large.length === 0) return []
  const told = large
    .slice(0, MOST_GROUPS_TOLD)
    .map(
      ({ by, focal, reference, delta, p }) =>
        `Of learners who are as able, ${groupInWords(by, focal)} are right ${delta < 0 ? 'less' : 'more'} often than ` +
        `${groupInWords(by, reference)} (class C by ETS, delta ${delta.toFixed(2)}, p ${p < 0.001 ? '< .001' : p.toFixed(3)}).`,
    )
  return [...told, 'Does anything in its wording or setting cause this, apart from what it tests?']
}

const groupInWords = (by: GroupComparison['by'], name: string | null): string => {
  if (by === 'first_language') return `those whose first language is ${firstLanguages[name as FirstLanguage]}`
  return name === null ? 'those of other programs' : `those of the program ${name}`
}
