import type { contract } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { FactOf } from '@medicready/domain/events'
import type { KeysOf } from '@medicready/platform/http/calls'
import { Chance } from '@medicready/platform/testing/chance'
import { type HistoryEvent, history, Recorder } from '@medicready/platform/testing/history'
import { diligentLearner } from '../population/diligent.ts'
import { questionsOf } from '../population/questions.ts'
import { type BenchProduct, project, signIn, startBenchProduct, writeLog } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { recordCalls, urlOf } from './recorded-calls.ts'
import { replayAll } from './recorded-queries.ts'
import { closedLoop, interleaved, median, percentile, timed } from './rounds.ts'

const WARM = 50

/** Calls of learners with very many answers, each alternating with its queries alone. */

interface Asked extends Pick<BenchFigure, 'name' | 'unit' | 'better' | 'required' | 'aim'> {
  readonly call: KeysOf<typeof contract, 'read-api'> & `GET ${string}`
  /** An answer with less in it is not worth measuring. */
  readonly isFull: (answer: Record<string, unknown>) => boolean
}

async function measured(
  { bench, ends }: { readonly bench: BenchProduct; readonly ends: AsyncDisposableStack },
  userId: string,
  rounds: number,
  asked: readonly Asked[],
): Promise<BenchFigure[]> {
  await bench.product.start('read-api')
  const client = ends.use(new HttpClient(bench.environment.READ_API_URL, 1))
  const [bearer = ''] = await signIn(bench.sql, [userId])
  const calls = asked.map(({ call }) => call)
  const recorded = await recordCalls(bench, calls, bearer)
  const figures: BenchFigure[] = []
  for (const { call, isFull, ...figure } of asked) {
    const queries = recorded.get(call) ?? []
    const ask = () => client.send('GET', urlOf(call), { bearer })
    const answer = (await ask()).text
    if (!isFull(JSON.parse(answer))) throw new Error(`${call} answers too little: ${answer.slice(0, 200)}`)
    await closedLoop(1, Math.min(WARM, rounds), ask)
    const { ours, raw } = await interleaved(rounds, { ours: timed(ask), raw: timed(() => replayAll(bench.sql, queries)) })
    figures.push({
      ...figure,
      value: percentile(ours, 0.99),
      from: `p50 ${median(ours).toFixed(2)} ms; its ${queries.length} queries one after the other: p50 ${median(raw).toFixed(2)}, p99 ${percentile(raw, 0.99).toFixed(2)} ms; ${rounds} calls`,
    })
  }
  return figures
}

const today = (): string => new Date().toISOString().slice(0, 10)

const ofAnalytics = {
  quick: { answers: 60, students: 3, questionsPerModule: 10, rounds: 2 },
  full: { answers: 20_000, students: 300, questionsPerModule: 200, rounds: 500 },
}

export const analytics = benchOf(ofAnalytics, async ({ answers, students, questionsPerModule, rounds }, log, ends) => {
  const bench = ends.use(await startBenchProduct())
  const past = [...history({ seed: 4, students, days: 20, firstDay: addDays(today(), -20), questionsPerModule })].map(underTopics)
  const questions = questionsOf(past)
  const { userId, events } = diligentLearner({ seed: 5, answers, today: today(), questionOf: (_, chance) => chance.pick(questions) })
  log(`${await writeLog(bench, [...past, ...events])} events, ${questions.length} questions`)
  await project(bench)
  const name = `analytics of a learner with ${answers.toLocaleString('en-US')} answers, p99`
  const isFull = ({ locked }: Record<string, unknown>) => locked === false
  return measured({ bench, ends }, userId, rounds, [{ call: 'GET /api/user/analytics', name, ...atMost('ms', 60, 20), isFull }])
})

/** As many as a module of the curated bank has. */
const TOPICS = 13

/** A history has a topic for each question. */
function underTopics(event: HistoryEvent, index: number): HistoryEvent {
  const { fact } = event
  if (fact.type !== 'QuestionAdded' && fact.type !== 'QuestionRevised') return event
  const { content } = fact.data
  const filed = { ...content, tags: { ...content.tags, subTopic: `Topic ${index % TOPICS}` } }
  return { ...event, fact: { ...fact, data: { ...fact.data, content: filed } } as typeof fact }
}

const DAYS_TO_THE_EXAM = 60
const besidesDue = ['GET /api/review/forecast', 'GET /api/review/retention', 'GET /api/review/cards'] as const

/** Each card is answered twice. */
const ofReviews = {
  quick: { cards: 60, questionsPerModule: 10, rounds: 2 },
  full: { cards: 10_000, questionsPerModule: 1_200, rounds: 300 },
}

/**
 * Reviews of learners with very many cards due: one without an exam, and one whose exam moves due days at reading. A
 * guideline changes for one question in a hundred.
 */
export const reviews = benchOf(ofReviews, async ({ cards, questionsPerModule, rounds }, log, ends) => {
  const bench = ends.use(await startBenchProduct())
  const bank = [...history({ seed: 6, students: 0, days: 0, firstDay: addDays(today(), -400), questionsPerModule })]
  const questions = questionsOf(bank)
  if (questions.length < cards) throw new Error(`There are only ${questions.length} questions.`)
  const questionOf = (number: number) => questions[number % cards] as (typeof questions)[number]
  const learners = [
    { words: 'without an exam', seed: 7, examDate: null },
    { words: `${DAYS_TO_THE_EXAM} days before the exam`, seed: 8, examDate: addDays(today(), DAYS_TO_THE_EXAM) },
  ].map(({ words, ...of }) => ({ words, ...diligentLearner({ ...of, answers: 2 * cards, today: today(), questionOf }) }))
  const changed = questions.slice(0, cards).filter((_, index) => index % 100 === 0)
  const past = [...bank, ...learners.flatMap(({ events }) => [...events]), ...underAnotherGuideline(changed, bank)]
  log(`${await writeLog(bench, past)} events, ${questions.length} questions`)
  await project(bench)
  const figures: BenchFigure[] = []
  for (const { userId, words } of learners) {
    const named = (what: string) => `${what} of a learner with ${cards.toLocaleString('en-US')} cards ${words}, p99`
    const hasManyDue = ({ due }: Record<string, unknown>) => Number(due) > cards / 10
    const asked: Asked[] = [
      { call: 'GET /api/review/due', name: named('due list'), ...atMost('ms', 20, 10), isFull: hasManyDue },
      ...besidesDue.map((call) => ({ call, name: named(urlOf(call)), ...toKnow('ms'), isFull: () => true })),
    ]
    figures.push(...(await measured({ bench, ends }, userId, rounds, asked)))
    log(`a learner ${words} measured`)
  }
  return figures
})

function* underAnotherGuideline(questions: readonly FactOf<'QuestionAdded'>['data'][], added: readonly HistoryEvent[]) {
  const recorder = new Recorder(new Chance(9), added)
  for (const { questionId, version, content } of questions) {
    const { name, year } = content.guideline
    const revised = { ...content, guideline: { name, year: year + 1 } }
    const fact = { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'bank', content: revised } } as const
    yield recorder.record(`question-${questionId}`, fact, `${today()}T00:00:00.000Z`, 'bank')
  }
}
