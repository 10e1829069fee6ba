import { buffer } from 'node:stream/consumers'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { ownContext } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { bankDirectory, loadBank, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { exportPackage } from '@medicready/command-api/questions/qti/export-package'
import { QuestionChoice } from '@medicready/command-api/study/question-choice'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { BankQuestion } from '@medicready/domain/questions/content/content'
import { keyOf } from '@medicready/domain/questions/content/item'
import { asItStands, placeInSet } from '@medicready/domain/questions/delivered-question'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { systemClock } from '@medicready/platform/clock'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { questions as questionsModel } from '@medicready/projector/read-models/questions/questions'
import { catalogChanges } from '@medicready/projector/read-models/study/catalog-queries'
import { deliveredTo, markedQuestionsOf } from '@medicready/projector/read-models/study/session-queries'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { ownHistories, quizBankOf } from '@medicready/read-api/study/quiz-routes'
import { v4 as uuidV4 } from 'uuid'
import { type BenchProduct, benchMetadata, project, startOwnBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'
import { closedLoop, interleaved, median, percentile, timed } from './rounds.ts'

const PACKED = 'Cardiology & Resuscitation'
const QUESTIONS_A_DAY = 20
const WRITERS = 32
const CHOSEN = 5

const scales = {
  quick: { questions: 200, answered: 40, rounds: 5 },
  full: { questions: 20_000, answered: 5_000, rounds: 1_000 },
}

/** A large bank loaded as at the first start, and the choice of daily questions for a learner with many answers. */
export const questions = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startOwnBenchProduct())
  const raw = EventStoreDBClient.connectionString(bench.environment.EVENTSTORE_URL)
  ends.defer(() => raw.dispose())
  await bench.product.start('event-store')
  const { sql } = bench
  const eventStore = bench.eventStore()
  const bank = await largeBank(scale.questions)
  const load = async () => {
    const start = performance.now()
    const { changed } = await loadBank({ commands: new Commands(eventStore), sql }, bank, ownContext('bench', systemClock))
    return { changed, seconds: (performance.now() - start) / 1_000 }
  }
  await raw.appendToStream('cold', jsonEvent({ type: 'Warm', data: {} }))
  const rawLoad = await closedLoop(WRITERS, bank.length, (index) =>
    raw.appendToStream(`raw-${index}`, jsonEvent({ type: 'Raw', data: bank[index] as unknown as Record<string, string> }), {
      expectedRevision: NO_STREAM,
    }),
  )
  const first = await load()
  if (first.changed !== bank.length) throw new Error(`${first.changed} of ${bank.length} questions were loaded.`)
  const second = await load()
  if (second.changed !== 0) throw new Error(`${second.changed} questions were loaded twice.`)
  log(`${bank.length} questions loaded`)

  const userId = uuidV4()
  await answerMany(bench, userId, bank.slice(0, scale.answered))
  await project(bench)
  log(`one learner has answered ${scale.answered} of them`)

  const packing = performance.now()
  const packed = bank.filter(({ module }) => module === PACKED).length
  const { length: packedBytes } = await buffer(await exportPackage({ sql }, { module: PACKED }))
  const secondsOfThousand = (performance.now() - packing) / packed

  const measured = await measureChoices(sql, userId, scale.rounds)
  const counted = await measureCounts(sql, userId, Math.ceil(scale.rounds / 5))
  await offerOneInTen(sql)
  const few = await measureChoices(sql, userId, scale.rounds)
  await offerTenfold(sql)
  const many = await measureChoices(sql, userId, scale.rounds)
  log(`chosen among a tenth of them, and among ten times as many`)

  const count = (questions: number) => questions.toLocaleString('en-US')
  const choosing = `choosing ${CHOSEN} of ${count(scale.questions)} questions after ${count(scale.answered)} answers`
  const rawSeconds = bank.length / rawLoad.perSecond
  return [
    {
      name: `loading ${count(scale.questions)} questions`,
      value: first.seconds,
      ...atMost('s', 30),
      from: `${(first.seconds / rawSeconds).toFixed(2)} × the raw appends (${rawSeconds.toFixed(2)} s); loading them again ${second.seconds.toFixed(2)} s`,
    },
    {
      name: 'a package of 1,000 questions',
      value: secondsOfThousand,
      ...atMost('s', 1, 0.5),
      from: `${count(packed)} questions of ${PACKED}, ${(packedBytes / 1e6).toFixed(1)} MB`,
    },
    {
      name: `${choosing}, p50`,
      value: median(measured.chosen),
      ...atMost('ms', 2, 0.5),
      from: `${scale.rounds} choices from all modules; SELECT 1 in turns with them: ${median(measured.nothing).toFixed(2)} ms`,
    },
    {
      name: `${choosing}, p99`,
      value: percentile(measured.chosen, 0.99),
      ...atMost('ms', 5, 2),
      from: `SELECT 1 in turns with them: ${percentile(measured.nothing, 0.99).toFixed(2)} ms; ${measured.ownMilliseconds.toFixed(2)} ms of this process's time each`,
    },
    {
      name: `counting what matches a quiz among ${count(scale.questions)} questions after ${count(scale.answered)} answers, p99`,
      value: percentile(counted.ours, 0.99),
      ...atMost('ms', 50, 20),
      from: `p50 ${median(counted.ours).toFixed(2)} ms; what was given and marked, by raw queries in turns with them: p50 ${median(counted.raw).toFixed(2)}, p99 ${percentile(counted.raw, 0.99).toFixed(2)} ms`,
    },
    {
      name: `the same of ${count(scale.questions * 10)}, p50 to that of ${count(scale.questions / 10)}`,
      value: median(many.chosen) / median(few.chosen),
      ...atMost('×', 1.5, 1.2),
      from: `${median(many.chosen).toFixed(2)} and ${median(few.chosen).toFixed(2)} ms; p99 ${percentile(many.chosen, 0.99).toFixed(2)} and ${percentile(few.chosen, 0.99).toFixed(2)} ms`,
    },
  ]
})

/** Chooses for one day after the other, alternating with `SELECT 1`, the least that Postgres takes. */
async function measureChoices(sql: Sql, userId: string, selections: number) {
  const choice = new QuestionChoice(sql)
  const choose = (seed: string) => choice.best({ userId, modules: moduleNames, seed, count: CHOSEN, alreadyDelivered: new Set() })
  const select = (index: number) => choose(`${userId}_${addDays('2026-01-01', index)}`)
  await closedLoop(1, Math.ceil(selections / 5), select)
  const cpu = process.cpuUsage()
  const { chosen, nothing } = await interleaved(selections, { chosen: timed(select), nothing: timed(() => sql`SELECT 1`) })
  const { user, system } = process.cpuUsage(cpu)
  const [one, other] = [await choose('seed'), await choose('seed')]
  if (one.length !== CHOSEN || JSON.stringify(one) !== JSON.stringify(other)) throw new Error('One seed gave two choices.')
  return { chosen, nothing, ownMilliseconds: (user + system) / 1_000 / selections }
}

/** Counts as the quiz screen does at each change, alternating with raw queries for the same rows. */
async function measureCounts(sql: Sql, userId: string, times: number) {
  const bank = quizBankOf(sql)
  const any = { modules: [], subTopics: [], kinds: [], judgmentSteps: [] }
  const filter: QuizFilter = { ...any, difficulties: ['moderate', 'hard'], histories: ['new', 'missed', 'slow'] }
  const count = async () => {
    const [all, own] = await Promise.all([bank.current(), ownHistories(sql, userId, filter)])
    return all.count({ modules: moduleNames, filter, own, withheld: new Set() }).questions
  }
  if ((await count()) === 0) throw new Error('Nothing matches a quiz that asks for new questions.')
  const askRaw = () => Promise.all([catalogChanges(sql), deliveredTo(sql, userId), markedQuestionsOf(sql, userId)])
  return interleaved(times, { ours: timed(count), raw: timed(askRaw) })
}

type QuestionRow = RowOf<typeof questionsModel.tables.questions>

const ROWS_A_STATEMENT = 5_000

async function store(sql: Sql, rows: readonly Partial<QuestionRow>[]): Promise<void> {
  const { questions, question_catalog } = rowsIn(sql, questionsModel)
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) await questions.set(...rows.slice(start, start + ROWS_A_STATEMENT))
  for (const { changes } of await question_catalog.where()) await question_catalog.update({}, { changes: changes + 1 })
}

async function offerOneInTen(sql: Sql): Promise<void> {
  const bank = await rowsIn(sql, questionsModel).questions.where()
  await store(
    sql,
    bank.map((question, index) => ({ ...question, is_active: index % 10 === 0 })),
  )
}

/** Restores them, and adds nine unseen copies of each, without texts and outside of sets. */
async function offerTenfold(sql: Sql): Promise<void> {
  const bank = await rowsIn(sql, questionsModel).questions.where()
  const copiesOf = ({ version, module }: QuestionRow) => Array.from({ length: 9 }, () => ({ version, module, is_active: true }))
  await store(sql, [...bank.map((question) => ({ ...question, is_active: true })), ...bank.flatMap(copiesOf)])
}

/** The curated questions over and over, each time with a stem and an id of its own. */
async function largeBank(count: number): Promise<BankQuestion[]> {
  const curated = await readBank(bankDirectory)
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  return Array.from({ length: count }, (_, index) => {
    const question = curated[index % curated.length] as BankQuestion
    const copy = Math.floor(index / curated.length)
    const scenario = question.scenario && { ...question.scenario, set: `${question.scenario.set}-${copy}` }
    const series = Math.floor(index / 1_000)
    const id = `bench${letters[Math.floor(series / 26)]}${letters[series % 26]}-${String(index % 1_000).padStart(3, '0')}`
    return BankQuestion.parse({ ...question, id, scenario, stem: `${question.stem} (${index})` })
  })
}

async function answerMany({ eventStore }: BenchProduct, userId: string, questions: readonly BankQuestion[]): Promise<void> {
  const days = Math.ceil(questions.length / QUESTIONS_A_DAY)
  const metadata = benchMetadata()
  for (let day = 0; day < days; day++) {
    const date = addDays(metadata.occurredAt.slice(0, 10), day - days)
    const ofDay = questions.slice(day * QUESTIONS_A_DAY, (day + 1) * QUESTIONS_A_DAY).map((question) => {
      const { id, module, item } = question
      return { questionId: questionIdOf(id), questionVersion: 1, module, set: placeInSet(question), ...asItStands, item }
    })
    const facts: Fact[] = [
      {
        type: 'QuestionsDrawn',
        data: { userId, date, questions: ofDay.map(({ item: _, ...delivered }) => delivered), mode: 'practice', studySessionId: null },
      },
      ...ofDay.map(({ questionId, questionVersion, module, item }, index) => {
        const given = { userId, date, questionId, questionVersion, module, answer: keyOf(item), isCorrect: index % 3 > 0 }
        return answerSubmitted({ ...given, mode: 'practice', timeSpentSeconds: 30 })
      }),
    ]
    await eventStore().append(
      `studyDay-${userId}_${date}`,
      'no_stream',
      facts.map((event) => ({ id: uuidV4(), event, metadata })),
    )
  }
}
