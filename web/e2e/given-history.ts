import { randomUUID } from 'node:crypto'
import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/shown/account-day'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import type { Page } from '@playwright/test'
import { appendFacts } from './given-questions.ts'
import { sampleQuestion } from './sample-questions.ts'

export interface PastAnswer {
  readonly module: ModuleName
  /** The same number on another day is the same question again. */
  readonly number: number
  readonly isCorrect: boolean
  readonly timeSpentSeconds: number
  readonly confidence: number | null
}

export interface PastDay {
  readonly daysAgo: number
  readonly answers: readonly PastAnswer[]
}

interface Since {
  /** Otherwise its questions are retired, so that no other test gets them. */
  readonly comesBack?: boolean
  /** Numbers of those revised since, with a 2025 guideline. */
  readonly changed?: readonly number[]
  /** Numbers of those that teach the old way since a guideline changed in 2025. */
  readonly outdated?: readonly number[]
}

export async function giveHistory(
  page: Page,
  days: readonly PastDay[],
  { comesBack = false, changed = [], outdated = [] }: Since = {},
): Promise<void> {
  const user = (await (await page.request.get('/api/auth/user')).json()) as AccountCalendar & { id: string }
  const today = accountDay(new Date().toISOString(), user)
  const questions = new Map<string, { questionId: string; number: number; content: QuestionContent }>()
  for (const { module, number } of days.flatMap(({ answers }) => answers))
    questions.set(`${module} ${number}`, {
      questionId: randomUUID(),
      number,
      content: { ...sampleQuestion('multiple_choice', number), module },
    })
  const deliveryOf = (answers: PastDay['answers'], date: string): Fact => ({
    type: 'DailyQuestionsAssigned',
    data: {
      userId: user.id,
      date,
      questions: answers.map(({ module, number }) => ({
        questionId: questions.get(`${module} ${number}`)?.questionId ?? '',
        questionVersion: 1,
        module,
        set: null,
        ...asItStands,
      })),
    },
  })
  const position = await appendFacts([
    ...[...questions.values()].map(({ questionId, number, content }) => {
      const facts: Fact[] = [
        { type: 'QuestionAdded', data: { questionId, version: 1, source: 'curated', bankId: null, generation: null, content } },
      ]
      if (changed.includes(number)) {
        const revised = { ...content, guideline: { ...content.guideline, year: 2025 } }
        facts.push({ type: 'QuestionRevised', data: { questionId, version: 2, cause: 'educator', content: revised } })
      }
      if (outdated.includes(number)) {
        const [source, words] = [content.guideline.name, { what: 'The tourniquet now comes first.', why: 'It saves more lives.' }]
        const change = { changeId: randomUUID(), source, section: null, year: 2025, ...words }
        facts.push({ type: 'QuestionOutdated', data: { questionId, version: 1, ...change, isWithdrawn: true } })
      }
      if (!comesBack) facts.push({ type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'Only for a test' } })
      return { stream: `question-${questionId}`, facts }
    }),
    ...days.map(({ daysAgo, answers }) => {
      const date = addDays(today, -daysAgo)
      return {
        stream: `studyDay-${studyDayId(user.id, date)}`,
        occurredAt: `${date}T18:00:00.000Z`,
        facts: [
          ...(comesBack ? [deliveryOf(answers, date)] : []),
          ...answers.map(({ module, number, isCorrect, ...given }) => {
            const questionId = questions.get(`${module} ${number}`)?.questionId ?? ''
            const answer = { kind: 'multiple_choice', option: isCorrect ? 'tq' : 'ice' } as const
            return answerSubmitted({ userId: user.id, date, questionId, module, answer, isCorrect, mode: 'tutor_mode', ...given })
          }),
        ],
      }
    }),
  ])
  await page.request.get('/api/user/analytics', { headers: { 'Consistency-Token': position } })
}
