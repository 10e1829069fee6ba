import { reactions } from '@medicready/command-api/processes'
import { Progress } from '@medicready/command-api/worker/progress'
import { systemClock } from '@medicready/platform/clock'
import { discountCodes } from '@medicready/projector/read-models/billing/discount-codes'
import { reviewRequests } from '@medicready/projector/read-models/questions/review-requests'
import { tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { ANSWERS_A_STUDENT, businessYear } from '../population/year.ts'
import { type AdminCall, type Named, pagedDeeply, type Tabs, tabsOf } from './admin-calls.ts'
import { type BenchProduct, project, signIn, startBenchProduct, writeLog } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, type LogLine } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { recordCalls, urlOf } from './recorded-calls.ts'
import { type RecordedQuery, replayAll } from './recorded-queries.ts'
import { closedLoop, interleaved, median, percentile, timed } from './rounds.ts'

const LONGEST_MILLISECONDS = 100
/**
 * A ratio of medians, over calls whose answer is as large in the small school. A call that takes hardly any time counts
 * as flat.
 */
const FLAT = 1.5
const AS_MUCH = 1.2
const NOTHING_MILLISECONDS = LONGEST_MILLISECONDS / 10
const PAGES_DEEP = 60
const WARM = 5

/** All calls are made, and one in `measured` is measured. */
const scales = {
  quick: { few: 120, many: 120, rounds: 1, measured: 6 },
  full: { few: 1_000, many: 10_000, rounds: 30, measured: 1 },
}

/**
 * Every call of the administrators' tabs, alternating between a large school, one a tenth of its size, and the large
 * one's queries alone.
 */
export const admin = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const schools: School[] = []
  for (const students of new Set([scale.few, scale.many])) schools.push(await openSchool(students, ends, log))
  const [small, large = small] = schools
  if (!small || !large) return []
  const recorded = await recordCalls(large.bench, Object.values(large.tabs).flat(), large.bearer)
  const figures: BenchFigure[] = []
  for (const [tab, calls] of Object.entries(large.tabs)) {
    const measured: Measured[] = []
    for (const [index, call] of calls.entries())
      if (index % scale.measured === 0)
        measured.push(await measure(scale.rounds, [call, small.tabs[tab]?.[index] ?? call], recorded.get(call) ?? [], small, large))
    for (const each of measured) log(inWords(each))
    figures.push(...figuresOf(tab, scale, measured))
  }
  return figures
})

type Measured = Awaited<ReturnType<typeof measure>>

const p99 = (latencies: readonly number[]): number => percentile(latencies, 0.99)
const inWords = ({ call, large, small, raw }: Measured): string =>
  `${call}: p50 ${median(large).toFixed(1)}, p99 ${p99(large).toFixed(1)} ms; small ${median(small).toFixed(1)}, ${p99(small).toFixed(1)}; raw ${median(raw).toFixed(1)}, ${p99(raw).toFixed(1)}`

async function measure(
  times: number,
  [call, ofSmall]: readonly [AdminCall, AdminCall],
  queries: readonly RecordedQuery[],
  small: School,
  large: School,
) {
  const ask = (school: School, asked: AdminCall) => () => school.client.send('GET', urlOf(asked), { bearer: school.bearer })
  const [askLarge, askSmall] = [ask(large, call), ask(small, ofSmall)]
  const isAlike = (await askLarge()).text.length <= AS_MUCH * (await askSmall()).text.length
  const contenders = { large: timed(askLarge), small: timed(askSmall), raw: timed(() => replayAll(large.bench.sql, queries)) }
  for (const work of Object.values(contenders)) await closedLoop(1, Math.min(WARM, times - 1), work)
  return { call, isAlike, ...(await interleaved(times, contenders)) }
}

function slowdown({ isAlike, large, small }: Measured): number {
  const ratio = median(large) / median(small)
  return isAlike && median(large) > NOTHING_MILLISECONDS ? ratio : Math.min(1, ratio)
}

function figuresOf(tab: string, { few, many, rounds }: typeof scales.full, measured: readonly Measured[]): BenchFigure[] {
  const most = (of: (one: Measured) => number) => measured.reduce((first, one) => (of(one) > of(first) ? one : first))
  const slowest = most(({ large }) => p99(large))
  const growing = most(slowdown)
  const size = (students: number) => `${students.toLocaleString('en-US')} students`
  return [
    {
      name: `admin, ${tab}: p99 of the slowest of ${measured.length} calls, ${size(many)}`,
      value: p99(slowest.large),
      ...atMost('ms', LONGEST_MILLISECONDS),
      from: `${slowest.call}, p50 ${median(slowest.large).toFixed(1)} ms; its queries alone p50 ${median(slowest.raw).toFixed(1)}, p99 ${p99(slowest.raw).toFixed(1)} ms; ${rounds} times each`,
    },
    {
      name: `admin, ${tab}: median to that with ${size(few)}, of the call that grows most`,
      value: slowdown(growing),
      ...atMost('×', FLAT),
      from: `${growing.call}, ${median(growing.large).toFixed(2)} ms to ${median(growing.small).toFixed(2)} ms`,
    },
  ]
}

type School = Awaited<ReturnType<typeof openSchool>>

async function openSchool(students: number, ends: AsyncDisposableStack, log: LogLine) {
  const bench = ends.use(await startBenchProduct())
  const today = systemClock().slice(0, 10)
  const { adminId, events } = businessYear({ seed: 20, students, today })
  const written = await writeLog(bench, events, log)
  const answers = students * ANSWERS_A_STUDENT
  const inWords = (count: number) => count.toLocaleString('en-US')
  log(`${inWords(written)} events of ${inWords(students)} students and ${inWords(answers)} answers`)
  await project(bench)
  await bench.sql`VACUUM ANALYZE`
  await haveReacted(bench)
  await bench.product.start('inbox', 'stripe')
  await bench.product.start('projector', 'command-api', 'worker', 'read-api')
  const [bearer = ''] = await signIn(bench.sql, [adminId], { hasSecondFactor: true })
  const client = ends.use(new HttpClient(bench.environment.READ_API_URL, 1))
  return { bench, client, bearer, tabs: await withDeepPages(tabsOf(await namedIn(bench, today)), bench, bearer) }
}

/** Marks the past as handled, so that no mail goes out. */
async function haveReacted({ sql, eventStore }: BenchProduct): Promise<void> {
  const progress = new Progress(sql)
  const end = await eventStore().head()
  for (const { name } of reactions) if (end) await progress.reach(name, end)
}

async function namedIn({ sql }: BenchProduct, today: string): Promise<Named> {
  const rows = rowsIn(sql, tutoringRequests, discountCodes, reviewRequests)
  const [requests, codes, doubted] = await Promise.all([
    rows.tutoring_requests.where(),
    rows.discount_codes.where(),
    rows.doubted_questions.where(),
  ])
  const request = requests.find(({ sessions_paid }) => sessions_paid > 1)
  const code = codes.toSorted((one, other) => other.used_count - one.used_count)[0]
  const question = doubted.toSorted((one, other) => other.open_requests - one.open_requests)[0]
  if (!request || !code || !question) throw new Error('The school is too small to have all that its administrators look at.')
  return { studentId: request.user_id, tutoringRequestId: request.id, code: code.code, doubtedId: question.question_id, today }
}

async function withDeepPages(tabs: Tabs, bench: BenchProduct, bearer: string): Promise<Tabs> {
  const deep: AdminCall[] = []
  for (const call of pagedDeeply) deep.push(await pageBehind(call, bench, bearer))
  return { ...tabs, 'pages far behind the first': deep }
}

async function pageBehind(call: AdminCall, { environment }: BenchProduct, bearer: string): Promise<AdminCall> {
  let at = urlOf(call)
  for (let page = 0; page < PAGES_DEEP; page++) {
    const response = await fetch(new URL(at, environment.READ_API_URL), { headers: { authorization: `Bearer ${bearer}` } })
    await response.body?.cancel()
    const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    if (next === undefined) break
    at = next
  }
  return `GET ${at}` as AdminCall
}
