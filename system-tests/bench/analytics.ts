import type { contract } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/calendar'
import type { KeysOf } from '@medicready/platform/http/calls'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { systemClock } from '@medicready/read-api/reading'
import { type BenchProduct, onBench, project, signIn, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import { diligentLearner, questionsOf } from './diligent.ts'
import { atMost, type Figure } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { inTurnsWithQueries, recordCalls, urlOf } from './recorded-calls.ts'
import { median, percentile } from './rounds.ts'

export interface AnalyticsScale {
  readonly answers: number
  readonly students: number
  readonly questionsPerModule: number
  readonly calls: number
}

const CALL = 'GET /api/user/analytics' satisfies KeysOf<typeof contract, 'read-api'>

/** All analytics of a learner with very many answers, alternating with its queries alone. */
export async function benchAnalytics(scale: AnalyticsScale, log: (line: string) => void): Promise<Figure[]> {
  return onBench(startBenchProduct, async (bench, end) => {
    const { userId } = await openSchool(bench, scale, log)
    await bench.product.start('read-api')
    const [bearer = ''] = await signIn(bench.sql, [userId])
    const queries = (await recordCalls(bench, [CALL], bearer)).get(CALL) ?? []
    const client = new HttpClient(bench.address('read-api'), 1)
    end(() => client.close())
    const ask = () => client.send('GET', urlOf(CALL), { bearer })
    if (JSON.parse((await ask()).text).locked !== false) throw new Error('The learner sees totals alone.')
    const { ours, raw } = await inTurnsWithQueries(bench, scale.calls, ask, queries)
    return [
      {
        name: `analytics of a learner with ${scale.answers.toLocaleString('en-US')} answers, p99`,
        value: percentile(ours, 0.99),
        ...atMost('ms', 60, 20),
        from: `p50 ${median(ours).toFixed(2)} ms; its ${queries.length} queries one after the other: p50 ${median(raw).toFixed(2)}, p99 ${percentile(raw, 0.99).toFixed(2)} ms; ${scale.calls} calls`,
      },
    ]
  })
}

async function openSchool(bench: BenchProduct, scale: AnalyticsScale, log: (line: string) => void) {
  const today = systemClock().slice(0, 10)
  const { answers, students, questionsPerModule } = scale
  const past = [...history({ seed: 4, students, days: 20, firstDay: addDays(today, -20), questionsPerModule })].map(underTopics)
  const questions = questionsOf(past)
  const { userId, events } = diligentLearner({ seed: 5, answers, today, questionOf: (_, chance) => chance.pick(questions) })
  const written = await writeLog(bench, [...past, ...events])
  log(`${written} events, ${questions.length} questions`)
  await project(bench)
  return { userId }
}

/** As many as a module of the curated bank has. */
const TOPICS = 13

/** A history has a topic for each question. */
function underTopics(event: HistoryEvent, index: number): HistoryEvent {
  const { fact } = event
  if (fact.type !== 'QuestionAdded' && fact.type !== 'QuestionRevised') return event
  const { content } = fact.data
  const filed = { ...content, tags: { ...content.tags, subTopic: `Topic ${index % TOPICS}` } }
  return fact.type === 'QuestionAdded'
    ? { ...event, fact: { ...fact, data: { ...fact.data, content: filed } } }
    : { ...event, fact: { ...fact, data: { ...fact.data, content: filed } } }
}
