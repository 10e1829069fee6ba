import { randomUUID } from 'node:crypto'
import type { AccountCalendar } from '@medicready/domain/accounts/shown/account-day'
import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { Fact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { asItStands, placeInSet } from '@medicready/domain/questions/delivered-question'
import { studyDayId } from '@medicready/domain/study/study-day'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import { expect, type Page } from '@playwright/test'
import { eventMetadata, inTheLog } from './operator.ts'

/** Assigns these questions today by events, and retires them so that no other test gets them. */
export async function giveQuestions(page: Page, contents: readonly QuestionContent[]): Promise<DailyQuestion[]> {
  const user = (await (await page.request.get('/api/auth/user')).json()) as AccountCalendar & { id: string }
  const questions = contents.map((content) => ({ questionId: randomUUID(), questionVersion: 1, module: content.module, content }))
  const date = accountDay(new Date().toISOString(), user)
  const delivered = questions.map(({ content, ...question }) => ({ ...question, set: placeInSet(content), ...asItStands }))
  const position = await appendFacts([
    ...questions.map(({ questionId, content }) => ({
      stream: `question-${questionId}`,
      facts: [
        { type: 'QuestionAdded', data: { questionId, version: 1, source: 'curated', bankId: null, generation: null, content } },
        { type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'Only for a test' } },
      ] satisfies Fact[],
    })),
    {
      stream: `studyDay-${studyDayId(user.id, date)}`,
      facts: [{ type: 'DailyQuestionsAssigned', data: { userId: user.id, date, questions: delivered } }],
    },
  ])
  const given = await page.request.get('/api/daily-questions', { headers: { 'Consistency-Token': position } })
  const daily = (await given.json()) as DailyQuestion[]
  expect(daily.map(({ questionId }) => questionId)).toEqual(questions.map(({ questionId }) => questionId))
  return daily
}

export interface NewStream {
  readonly stream: string
  readonly facts: readonly Fact[]
  /** Defaults to now. */
  readonly occurredAt?: string
}

export const factsOf = (stream: string): Promise<Fact[]> => inTheLog((eventStore) => eventStore.readStream(stream))

/** Streams must not exist yet. Returns the token of the last append. */
export const appendFacts = (streams: readonly NewStream[]): Promise<string> => inTheLog((eventStore) => append(eventStore, streams))

async function append(eventStore: EventStore, streams: readonly NewStream[]): Promise<string> {
  const metadata = eventMetadata()
  let token = ''
  for (const { stream, facts, occurredAt = metadata.occurredAt } of streams) {
    const events = facts.map((event) => ({ id: randomUUID(), event, metadata: { ...metadata, occurredAt } }))
    token = String((await eventStore.append(stream, 'no_stream', events)).position.commit)
  }
  return token
}
