import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Fact } from '@medicready/domain/events'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import type { Answer } from '@medicready/domain/study/study-day'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { readModels } from './all.ts'
import { defineReadModel, listed, type ReadModel, type Row, table } from './definition.ts'
import { leaderboard } from './study/leaderboard.ts'
import { studyDays } from './study/study-days.ts'
import { studyStreaks } from './study/study-streaks.ts'
import { userProgress } from './study/user-progress.ts'
import { userResponses } from './study/user-responses.ts'

const entriesOf = (seed: number): LogEntry[] => [...asLogEntries(history({ seed, students: 6, days: 5, questionsPerModule: 5 }))]
const seeds = fc.integer({ min: 0, max: 1_000_000 })

test('every read model gives the same rows live, in any batch size, and in a backfill', () =>
  fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const entries = entriesOf(seed)
      for (const readModel of readModels) await given(readModel, entries).rows()
    }),
    { numRuns: 10 },
  ))

test('the figures of the read models agree with each other and with the log', () =>
  fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const entries = entriesOf(seed)
      const sum = (of: readonly Row[], column: string) => of.reduce((total, row) => total + Number(row[column]), 0)
      const facts = entries.flatMap((entry): Fact[] => (entry.kind === 'fact' ? [entry.fact] : []))
      const answers = facts.filter((fact) => fact.type === 'AnswerSubmitted')
      // Answers of a timed exam count as right or wrong once the exam has ended.
      const ended = new Set(facts.flatMap((fact) => (fact.type === 'StudySessionCompleted' ? fact.data.studySessionId : [])))
      const isHeldBack = ({ data }: { readonly data: Answer }) => data.mode === 'timed_exam' && !ended.has(data.studySessionId ?? '')
      // Answers of a practice exam appear once it has ended; the study day counts them earlier.
      const exams = facts.filter((fact) => fact.type === 'ExamCompleted').map(({ data }) => data)
      const inExams = exams.flatMap(countedAnswers)
      const scored = [...answers.filter((answer) => answer.data.isScored && !isHeldBack(answer)), ...inExams]
      const answeredInExams = facts.filter((fact) => fact.type === 'ExamAnswered')
      const counted = answers.length + inExams.length
      // The leaderboard counts the first answer of a day to each question.
      const told = facts.flatMap((fact): { readonly data: Answer }[] =>
        fact.type === 'AnswerSubmitted' ? [fact] : fact.type === 'ExamCompleted' ? countedAnswers(fact.data) : [],
      )
      const firsts = [
        ...new Map(
          told
            .toReversed()
            .map((answer) => [`${answer.data.userId} ${answer.data.module} ${answer.data.questionId} ${answer.data.date}`, answer]),
        ).values(),
      ]
      const scoredFirsts = firsts.filter(({ data }) => data.isScored && !isHeldBack({ data }))
      const delivered = facts.flatMap((fact) =>
        fact.type === 'DailyQuestionsAssigned' || fact.type === 'QuestionsDrawn' ? fact.data.questions : [],
      )
      const learners = new Set([...answers, ...inExams].map(({ data }) => data.userId)).size
      const students = new Set([...answers, ...answeredInExams].map(({ data }) => data.userId)).size
      const { user_responses } = await given(userResponses, entries).rows()
      const { user_progress } = await given(userProgress, entries).rows()
      const { study_days, question_deliveries } = await given(studyDays, entries).rows()
      const { study_streaks } = await given(studyStreaks, entries).rows()
      const ranks = await given(leaderboard, entries).rows()

      expect(user_responses).toHaveLength(counted)
      for (const [rows, answered, total, rightOrWrong, correct, those] of [
        [user_progress, 'total_questions', counted, 'scored_answers', 'correct_answers', scored],
        [study_days, 'answered', answers.length + answeredInExams.length, 'scored', 'correct', scored],
        [ranks.leaderboard, 'total_answered', firsts.length, 'scored_answers', 'correct_answers', scoredFirsts],
      ] as const) {
        expect(sum(rows, answered)).toBe(total)
        expect(sum(rows, rightOrWrong)).toBe(those.length)
        expect(sum(rows, correct)).toBe(those.filter(({ data }) => data.isCorrect).length)
      }
      expect(sum(study_days, 'delivered')).toBe(delivered.length)
      const givenUp = facts.filter((fact) => fact.type === 'ExamGivenUp').flatMap(({ data }) => data.seen)
      const givenInExams = exams.reduce((total, { answers }) => total + answers.length, givenUp.length)
      expect(sum(question_deliveries, 'times')).toBeGreaterThanOrEqual(delivered.length)
      expect(sum(question_deliveries, 'times')).toBeLessThanOrEqual(delivered.length + givenInExams)
      expect(study_streaks).toHaveLength(students)
      expect(sum(ranks.leaderboard_total, 'students')).toBe(learners)
      for (const streak of study_streaks) expect(streak.longest_streak).toBeGreaterThanOrEqual(streak.current_streak)
    }),
    { numRuns: 25 },
  ))

test('every read model is in the list', async () => {
  const folder = import.meta.dirname
  const files = globSync('*/*.ts', { cwd: folder }).filter((file) => !/(?:-queries|\.test)\.ts$/.test(file))
  const values = (await Promise.all(files.map((file) => import(join(folder, file))))).flatMap((module) => Object.values(module))
  const isReadModel = (value: unknown): value is ReadModel => typeof value === 'object' && value !== null && 'on' in value
  const left = values.filter(isReadModel).filter((readModel) => !readModels.includes(readModel))
  expect(
    left.map(({ name }) => name),
    'Please add these to projector/read-models/all.ts: the projector makes no tables for the others.',
  ).toEqual([])
})

test('two read models cannot have a table with the same name', () => {
  const numbers = () => table({ key: ['id'], columns: { id: 'integer' } })
  const one = defineReadModel({ name: 'study/one', version: 1, tables: { numbers: numbers() }, on: {} })
  const other = defineReadModel({ name: 'exams/other', version: 1, tables: { numbers: numbers() }, on: {} })
  expect(() => listed([one, other])).toThrow(
    'The table numbers belongs to study/one and to exams/other: give it another name in one of them.',
  )
})
