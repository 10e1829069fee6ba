import type { contract } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/calendar'
import type { FactOf } from '@medicready/domain/events'
import type { KeysOf } from '@medicready/platform/http/calls'
import { Chance } from '@medicready/platform/testing/chance'
import { type HistoryEvent, history, Recorder } from '@medicready/platform/testing/history'
import { systemClock } from '@medicready/read-api/reading'
import { type BenchProduct, onBench, project, signIn, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import { diligentLearner, questionsOf } from './diligent.ts'
import { atMost, type Figure, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { inTurnsWithQueries, recordCalls, urlOf } from './recorded-calls.ts'
import { median, percentile } from './rounds.ts'

export interface ReviewsScale {
  /** Of each learner; each is answered twice. */
  readonly cards: number
  readonly questionsPerModule: number
  /** Of each learner and kind. */
  readonly calls: number
}

type Call = KeysOf<typeof contract, 'read-api'>
const DUE = 'GET /api/review/due' satisfies Call
const others = ['GET /api/review/forecast', 'GET /api/review/retention', 'GET /api/review/cards'] as const satisfies readonly Call[]
const calls = [DUE, ...others] as const

const DAYS_TO_THE_EXAM = 60

/**
 * Reviews of learners with very many cards due: one without an exam, and one whose exam moves due days at reading.
 * Alternates with the queries alone.
 */
export async function benchReviews(scale: ReviewsScale, log: (line: string) => void): Promise<Figure[]> {
  return onBench(startBenchProduct, async (bench, end) => {
    const learners = await openSchool(bench, scale, log)
    await bench.product.start('read-api')
    const client = new HttpClient(bench.address('read-api'), 1)
    end(() => client.close())
    const figures: Figure[] = []
    for (const { userId, words } of learners) {
      const [bearer = ''] = await signIn(bench.sql, [userId])
      const recorded = await recordCalls(bench, calls, bearer)
      const due = JSON.parse((await client.send('GET', urlOf(DUE), { bearer })).text).due
      if (!(due > scale.cards / 10)) throw new Error(`Only ${due} cards are due.`)
      for (const call of calls) {
        const { ours, raw } = await inTurnsWithQueries(
          bench,
          scale.calls,
          () => client.send('GET', urlOf(call), { bearer }),
          recorded.get(call) ?? [],
        )
        figures.push({
          name: `${call === DUE ? 'due list' : urlOf(call)} of a learner with ${scale.cards.toLocaleString('en-US')} cards ${words}, p99`,
          value: percentile(ours, 0.99),
          ...(call === DUE ? atMost('ms', 20, 10) : toKnow('ms')),
          from: `p50 ${median(ours).toFixed(2)} ms; its queries one after the other: p50 ${median(raw).toFixed(2)}, p99 ${percentile(raw, 0.99).toFixed(2)} ms; ${due} due, ${scale.calls} calls`,
        })
      }
      log(`a learner ${words} measured`)
    }
    return figures
  })
}

/** A bank, the two learners, and a guideline that changes for one question in a hundred. */
async function openSchool(bench: BenchProduct, { cards, questionsPerModule }: ReviewsScale, log: (line: string) => void) {
  const today = systemClock().slice(0, 10)
  const bank = [...history({ seed: 6, students: 0, days: 0, firstDay: addDays(today, -400), questionsPerModule })]
  const questions = questionsOf(bank)
  if (questions.length < cards) throw new Error(`There are only ${questions.length} questions.`)
  const learner = (seed: number, examDate: string | null) =>
    diligentLearner({
      seed,
      answers: 2 * cards,
      today,
      questionOf: (number) => questions[number % cards] as (typeof questions)[number],
      examDate,
    })
  const withoutExam = learner(7, null)
  const withExam = learner(8, addDays(today, DAYS_TO_THE_EXAM))
  const changed = questions.slice(0, cards).filter((_, index) => index % 100 === 0)
  const written = await writeLog(bench, [
    ...bank,
    ...withoutExam.events,
    ...withExam.events,
    ...underAnotherGuideline(changed, bank, today),
  ])
  log(`${written} events, ${questions.length} questions`)
  await project(bench)
  return [
    { userId: withoutExam.userId, words: 'without an exam' },
    { userId: withExam.userId, words: `${DAYS_TO_THE_EXAM} days before the exam` },
  ]
}

function* underAnotherGuideline(
  questions: readonly FactOf<'QuestionAdded'>['data'][],
  added: readonly HistoryEvent[],
  today: string,
): Generator<HistoryEvent> {
  const recorder = new Recorder(new Chance(9), added)
  for (const { questionId, version, content } of questions) {
    const { name, year } = content.guideline
    const revised = { ...content, guideline: { name, year: year + 1 } }
    yield recorder.record(
      `question-${questionId}`,
      { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'bank', content: revised } },
      `${today}T00:00:00.000Z`,
      'bank',
    )
  }
}
