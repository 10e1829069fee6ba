import { Signer } from '@fastify/cookie'
import { SESSION_COOKIE } from '@medicready/platform/http/identity'
import { project, signIn, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import { businessYear } from './business-year.ts'
import { pastOfAStudent } from './visits.ts'

export interface Person {
  readonly cookie: { readonly name: string; readonly value: string }
}

interface School {
  readonly origin: string
  /** Each has studied the bank for a year. */
  readonly learners: readonly Person[]
  readonly administrator: Person
  stop(): Promise<void>
}

const STUDENTS = 600

export async function startSchool({ learners }: { readonly learners: number }): Promise<School> {
  const bench = await startBenchProduct()
  try {
    const { product, sql } = bench
    const { adminId, events } = businessYear({ seed: 20, students: STUDENTS, today: new Date().toISOString().slice(0, 10) })
    const pasts = await Promise.all(Array.from({ length: learners }, (_, number) => pastOfAStudent(100 + number)))
    await writeLog(bench, all([events, ...pasts.map((past) => past.events)]))
    await product.runSetup()
    await project(bench)
    await product.start('projector', 'command-api', 'read-api', 'edge')
    const userIds = pasts.map(({ userId }) => userId)
    await signIn(sql, userIds)
    await signIn(sql, [adminId], { hasSecondFactor: true })
    const signer = new Signer(product.environment.SESSION_SECRET ?? '')
    const person = (userId: string): Person => ({ cookie: { name: SESSION_COOKIE, value: encodeURIComponent(signer.sign(userId)) } })
    return {
      origin: product.environment.PUBLIC_URL ?? '',
      learners: userIds.map(person),
      administrator: person(adminId),
      stop: () => bench.stop(),
    }
  } catch (error) {
    await bench.stop()
    throw error
  }
}

function* all<Of>(lists: readonly Iterable<Of>[]): Generator<Of> {
  for (const list of lists) yield* list
}
