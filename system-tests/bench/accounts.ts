import { registerAccount } from '@medicready/command-api/accounts/register-account'
import { idFrom, ownContext } from '@medicready/command-api/command-context'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { systemClock } from '@medicready/platform/clock'
import { Pool } from 'undici'
import { type BenchProduct, startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'
import { closedLoop, interleaved, type Load, median, medianRatio, p99 } from './rounds.ts'

/** More than the product lets wait. */
const ROBOTS = 300
const PASSWORD = 'correct horse'

/** After `floodedAfter`, the robots have taken what they can. */
const scales = {
  quick: { rounds: 1, signIns: 3, floodedAfter: 30, registrations: 40 },
  full: { rounds: 2, signIns: 100, floodedAfter: 500, registrations: 10_000 },
}

/** Students who sign in at once from unknown devices, alone and beside a flood of registrations. Each must get in. */
export const accounts = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  const pool = new Pool(bench.environment.COMMAND_API_URL, { connections: scale.signIns + ROBOTS, pipelining: 1, headersTimeout: 120_000 })
  ends.defer(() => pool.close())
  await bench.serve('command-api')
  const emails = await registerStudents(bench, scale.signIns)
  log(`${emails.length} students are registered`)

  const post = async (path: string, from: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
    await answer.body.dump()
    return answer.statusCode
  }
  const signAllIn = () =>
    closedLoop(emails.length, emails.length, async (student) => {
      const status = await post('/api/auth/login', `198.51.${student % 100}.7`, { email: emails[student], password: PASSWORD })
      if (status !== 200) throw new Error(`A student who signed in was answered ${status}.`)
    })
  let networks = 0
  const floods: { answers: ReadonlyMap<number, number>; left: number }[] = []
  const signAllInFlooded = async (): Promise<Load> => {
    const answers = new Map<number, number>()
    let sent = 0
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const flooding = closedLoop(ROBOTS, scale.registrations, async () => {
      networks += 1
      const from = `10.${(networks >> 16) % 256}.${(networks >> 8) % 256}.7`
      const robot = { email: `robot.${networks}@example.org`, password: PASSWORD, firstName: 'Robot', lastName: 'Robot', timeZone: 'UTC' }
      const status = await post('/api/auth/register', from, robot)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      sent += 1
      if (sent === scale.floodedAfter) begin()
    })
    await begun
    const load = await signAllIn()
    // Registrations still to come when the last student was in.
    const left = scale.registrations - sent
    await flooding
    floods.push({ answers, left })
    return load
  }

  await signAllIn()
  const { alone, flooded } = await interleaved(scale.rounds, { alone: signAllIn, flooded: signAllInFlooded }, (line) =>
    log(`signing in, ${scale.signIns} at once: ${line}`),
  )
  for (const { answers, left } of floods) log(`the flood was answered ${wordsFor(answers)}; ${left} came after the last student`)
  return [
    {
      name: `sign-in, ${scale.signIns} at once, p99 beside ${scale.registrations} registrations to p99 alone`,
      value: medianRatio(p99(flooded), p99(alone)),
      ...atMost('×', 4, 2.5),
      from: `${median(p99(flooded)).toFixed(0)} ms to ${median(p99(alone)).toFixed(0)} ms, ${scale.rounds} rounds; the flood was answered ${wordsFor(floods[0]?.answers ?? new Map())}`,
    },
  ]
})

const wordsFor = (answers: ReadonlyMap<number, number>): string => [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')

async function registerStudents({ eventStore, sql, vault }: BenchProduct, count: number): Promise<string[]> {
  const deps = dependenciesOver({ eventStore: eventStore(), sql, vault })
  const emails = Array.from({ length: count }, (_, student) => `student.${student}@example.org`)
  await closedLoop(16, count, async (student) => {
    const context = ownContext('bench', systemClock)
    const registrant = {
      email: emails[student] ?? '',
      password: PASSWORD,
      firstName: 'Ada',
      lastName: 'Lovelace',
      timeZone: 'UTC',
      agreedTo: null,
    }
    const answer = await registerAccount(deps, registrant, context)
    const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: context.now })
    await deps.commands.execute(accountAggregate, answer.account.userId, verify, { ...context, commandId: idFrom(context, 'verify') })
  })
  return emails
}
