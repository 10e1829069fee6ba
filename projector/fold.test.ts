import type { Fact, FactOf } from '@medicready/domain/events'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectKeys, foldEntries } from './fold.ts'
import type { Projection, Row } from './projection.ts'
import { projections } from './projections.ts'
import { leaderboardProjection } from './study/leaderboard.ts'
import { studyDays } from './study/study-days.ts'
import { studyStreaks } from './study/study-streaks.ts'
import { userProgress } from './study/user-progress.ts'
import { userResponses } from './study/user-responses.ts'
import { type TableSql, tableSql } from './tables.ts'

type State = Map<TableSql, Map<string, Row>>

const tablesOf = (projection: Projection) => Object.entries(projection.tables).map(([name, table]) => tableSql('test', name, table))

/** Folds as the runner does, with a database that is a map: only rows that the events name by themselves can be seen. */
function fold(projection: Projection, batches: readonly (readonly ReturnType<typeof entriesOf>[number][])[]): State {
  const tables = tablesOf(projection)
  const state: State = new Map(tables.map((table) => [table, new Map()]))
  for (const batch of batches) {
    const wanted = collectKeys(projection, tables, batch)
    const before = (table: TableSql, key: string) => {
      if (!wanted.get(table)?.has(key)) throw new Error(`${key} was not named.`)
      return state.get(table)?.get(key) ?? null
    }
    const changes = foldEntries(projection, tables, batch, before, () => undefined)
    for (const [table, changed] of changes)
      for (const [name, { row }] of changed) {
        if (row === null) state.get(table)?.delete(name)
        else state.get(table)?.set(name, row)
      }
  }
  return state
}

const entriesOf = (seed: number) => [...asLogEntries(history({ seed, students: 6, days: 5, questionsPerModule: 2 }))]

function splitAt<T>(items: readonly T[], shares: readonly number[]): T[][] {
  const cuts = [...new Set(shares.map((share) => Math.floor(share * items.length)))].sort((a, b) => a - b)
  return [0, ...cuts].map((cut, index) => items.slice(cut, cuts[index] ?? items.length))
}

const rowsOf = (state: State) => [...state].map(([table, rows]) => [table.name, new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))])
const seeds = fc.integer({ min: 0, max: 1_000_000 })

test('however the log is cut into batches, every projection comes to the same rows', () => {
  fc.assert(
    fc.property(seeds, fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 30 }), (seed, shares) => {
      const entries = entriesOf(seed)
      for (const projection of projections)
        expect(rowsOf(fold(projection, splitAt(entries, shares)))).toEqual(rowsOf(fold(projection, [entries])))
    }),
    { numRuns: 25 },
  )
}, 60_000)

/** The answers to questions that were no pilots at the time. */
function scoredAnswers(facts: readonly Fact[]): FactOf<'AnswerSubmitted'>[] {
  const pilots = new Set<string>()
  return facts.flatMap((fact) => {
    if (fact.type === 'QuestionAdded' && fact.data.source === 'ai') pilots.add(fact.data.questionId)
    if (fact.type === 'QuestionPromoted') pilots.delete(fact.data.questionId)
    return fact.type === 'AnswerSubmitted' && !pilots.has(fact.data.questionId) ? [fact] : []
  })
}

test('the figures of the read models agree with each other and with the log', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const entries = entriesOf(seed)
      const rows = (projection: Projection, table: string) =>
        [...fold(projection, [entries])].flatMap(([{ name }, found]) => (name === table ? [...found.values()] : []))
      const sum = (of: readonly Row[], column: string) => of.reduce((total, row) => total + Number(row[column]), 0)
      const facts = entries.map(({ fact }) => fact)
      const scored = scoredAnswers(facts)
      const answers = facts.filter((fact) => fact.type === 'AnswerSubmitted')
      const delivered = facts.flatMap((fact) =>
        fact.type === 'DailyQuestionsAssigned' || fact.type === 'QuestionsDrawn' ? fact.data.questions : [],
      )
      const students = new Set(answers.map(({ data }) => data.userId)).size

      expect(rows(userResponses, 'user_responses')).toHaveLength(answers.length)
      for (const [projection, table, answered, counted, correct] of [
        [userProgress, 'user_progress', 'total_questions', 'scored_answers', 'correct_answers'],
        [studyDays, 'study_days', 'answered', 'scored', 'correct'],
        [leaderboardProjection, 'leaderboard', 'total_answered', 'scored_answers', 'correct_answers'],
      ] as const) {
        expect(sum(rows(projection, table), answered)).toBe(answers.length)
        expect(sum(rows(projection, table), counted)).toBe(scored.length)
        expect(sum(rows(projection, table), correct)).toBe(scored.filter(({ data }) => data.isCorrect).length)
      }
      expect(sum(rows(studyDays, 'study_days'), 'delivered')).toBe(delivered.length)
      expect(sum(rows(studyDays, 'question_deliveries'), 'times')).toBe(delivered.length)
      expect(rows(studyStreaks, 'study_streaks')).toHaveLength(students)
      expect(sum(rows(leaderboardProjection, 'leaderboard_total'), 'students')).toBe(students)
      for (const streak of rows(studyStreaks, 'study_streaks'))
        expect(Number(streak.longest_streak)).toBeGreaterThanOrEqual(Number(streak.current_streak))
    }),
    { numRuns: 25 },
  )
}, 60_000)
