import type { CallsOf } from '@medicready/domain/contract/contract'
import { numbersFrom } from '@medicready/domain/core/seeded-numbers'
import { examDomains } from '@medicready/domain/exams/shown/blueprints'
import { type Item, keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import { bankQuestions } from '../population/questions.ts'
import { cpuOf, project, startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { closedLoop, interleaved, type Load, median, medianRatio, openLoop, p50, p99, percentile, rate } from './rounds.ts'
import { answersToGive, type BenchStudent, premiumStudents } from './students.ts'

type Answered = CallsOf<'POST /api/practice-exams/{examId}/answer'>['response']
type Started = CallsOf<'POST /api/practice-exams/start'>['response']

/** A class begins its exams within ten seconds. */
const STARTS_PER_SECOND = 20
const ANSWERS_PER_SECOND = 1

interface Measured extends Load {
  readonly cpu: number
}

const scales = {
  quick: { rounds: 1, exams: 3, seconds: 1, together: 6 },
  full: { rounds: 3, exams: 200, seconds: 8, together: 2_000 },
}

/**
 * From an answer to the next item with many mock exams under way, beside plain answers. Learners who think answer at
 * random times, once a second on average; those who do not think measure what an answer costs.
 */
export const exams = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  await bench.serve()
  await project(bench)
  await bench.product.start('command-api')
  const items = new Map((await bankQuestions()).map(({ questionId, content }) => [questionId, content.item]))
  const paced = scale.seconds * scale.exams * ANSWERS_PER_SECOND
  const nextAnswer = await answersToGive(bench, (paced + scale.together) * (scale.rounds + 1), scale.exams)
  const students = await premiumStudents(bench, scale.exams)
  log('learners have signed in')

  const client = ends.use(new HttpClient(bench.environment.COMMAND_API_URL, scale.exams))
  const answerPlainly = async () => {
    const { questionId, answer, bearer } = nextAnswer()
    await client.post(`/api/questions/${questionId}/answer`, bearer, { answer, timeSpent: 30 })
  }
  const sittings = students.map((student, index) =>
    sittingOf(student, index, { post: (...sent) => client.post(...sent), eventStore: bench.eventStore(), items }),
  )
  const answerInExam = (index: number, learner = index % scale.exams) => sittings[learner]?.answerNext() ?? Promise.resolve()
  const measured = async (work: () => Promise<Load>): Promise<Measured> => {
    const before = await cpuOf(bench.environment.COMMAND_API_URL)
    const load = await work()
    return { ...load, cpu: ((await cpuOf(bench.environment.COMMAND_API_URL)) - before) / load.latencies.length }
  }
  const thinking = (work: (index: number) => Promise<void>) => () => measured(() => openLoop(scale.exams * ANSWERS_PER_SECOND, paced, work))
  const notThinking = (work: (index: number, client: number) => Promise<void>) => () =>
    measured(() => closedLoop(scale.exams, scale.together, work))

  const starts = await measured(() => openLoop(STARTS_PER_SECOND, scale.exams, (index) => sittings[index]?.start() ?? Promise.resolve()))
  log(`${scale.exams} exams are under way`)
  for (const work of [answerPlainly, answerInExam]) {
    await notThinking(work)()
    await thinking(work)()
  }
  const thought = await interleaved(scale.rounds, { exam: thinking(answerInExam), plain: thinking(answerPlainly) }, (line) =>
    log(`learners who think: ${line}`),
  )
  const together = await interleaved(scale.rounds, { exam: notThinking(answerInExam), plain: notThinking(answerPlainly) }, (line) =>
    log(`learners who do not think: ${line}`),
  )

  const cpu = (loads: readonly Measured[]) => loads.map((load) => load.cpu)
  const both = (of: (loads: readonly Measured[]) => number[], { exam, plain }: Record<'exam' | 'plain', Measured[]>, unit: string) =>
    `${median(of(exam)).toFixed(2)} ${unit} to ${median(of(plain)).toFixed(2)} ${unit}`
  const over = `${scale.rounds} rounds of`
  return [
    {
      name: `answer to next item, ${scale.exams} exams at once, ${scale.exams * ANSWERS_PER_SECOND} answers/s, p99`,
      value: median(p99(thought.exam)),
      ...atMost('ms', 50, 20),
      from: `p50 ${median(p50(thought.exam)).toFixed(2)} ms, ${over} ${paced}`,
    },
    {
      name: 'the same to the plain answer command, p99',
      value: medianRatio(p99(thought.exam), p99(thought.plain)),
      ...atMost('×', 1.5, 1),
      from: `${both(p99, thought, 'ms')}; p50 ${both(p50, thought, 'ms')}; the API's CPU ${both(cpu, thought, 'ms')}`,
    },
    {
      name: `the same, ${scale.exams} learners who do not think, time of an answer`,
      value: medianRatio(rate(together.plain), rate(together.exam)),
      ...atMost('×', 1.5, 1),
      from: `${both(rate, together, '/s')}; p99 ${both(p99, together, 'ms')}; the API's CPU ${both(cpu, together, 'ms')}; ${over} ${scale.together}`,
    },
    {
      name: `start of an exam, ${STARTS_PER_SECOND}/s, p99`,
      value: percentile(starts.latencies, 0.99),
      ...toKnow('ms'),
      from: `p50 ${percentile(starts.latencies, 0.5).toFixed(2)} ms, the API's CPU ${starts.cpu.toFixed(2)} ms, ${scale.exams} starts`,
    },
  ]
})

interface Means {
  readonly post: <Answer>(path: string, bearer: string, body: unknown) => Promise<Answer>
  readonly eventStore: EventStore
  readonly items: ReadonlyMap<string, Item>
}

/** Sits one mock exam after the other, with half of the answers correct. The next answer waits for its item. */
export function sittingOf({ bearer }: BenchStudent, seed: number, { post, eventStore, items }: Means) {
  const numbers = numbersFrom(`learner ${seed}`)
  let [examId, questionId] = ['', '']
  let before = Promise.resolve()
  const start = async () => {
    const body = { examType: 'full_exam', targetModules: examDomains }
    examId = (await post<Started>('/api/practice-exams/start', bearer, body)).examId
    const [started] = await eventStore.readStream(`exam-${examId}`)
    if (started?.type !== 'ExamStarted') throw new Error('The exam that was just started is not in the log.')
    questionId = started.data.first.items[0]?.questionId ?? ''
  }
  let starting = Promise.resolve()
  const answer = async () => {
    await starting
    const item = items.get(questionId)
    if (!item) throw new Error('An exam gave what the bank does not have.')
    const body = { questionId, answer: numbers() % 2 === 0 ? keyOf(item) : wrongAnswerTo(item), timeSpentSeconds: 30 }
    const { nextQuestion } = await post<Answered>(`/api/practice-exams/${examId}/answer`, bearer, body)
    if (nextQuestion) questionId = nextQuestion.id
    else starting = start()
  }
  const answerNext = () => {
    before = before.then(answer)
    return before
  }
  return { start, answerNext }
}
