import { Signer } from '@fastify/cookie'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import type { CallKey } from '@medicready/domain/contract/contract'
import { SESSION_COOKIE } from '@medicready/platform/http/identity'
import { ProductClient, type Request } from '../product-client.ts'
import { project, signIn, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import { diligentLearner, type Question } from './diligent.ts'

export interface Visit {
  readonly name: string
  readonly path: string
  /** Null for visitors. */
  readonly cookie: string | null
  /** Whether the goals for scores name it. */
  readonly isScored: boolean
}

const ANSWERS = 1_500
const DAILY_QUESTIONS = 5

/** The built product with one student who has studied for a year. */
export async function startVisitedProduct(): Promise<{ origin: string; visits: readonly Visit[]; stop: () => Promise<void> }> {
  const bench = await startBenchProduct()
  try {
    const { product, sql } = bench
    const { userId, events } = await pastOfAStudent(13)
    await writeLog(bench, events)
    await product.runSetup()
    await project(bench)
    await product.start('projector', 'command-api', 'read-api', 'edge')

    const client = new ProductClient(product.environment)
    const [bearer = ''] = await signIn(sql, [userId])
    let consistencyToken: bigint | undefined
    const call = async <Key extends CallKey>(key: Key, request: Request<Key>) => {
      const answer = await client.call(key, { ...request, bearer, consistencyToken })
      consistencyToken = answer.consistencyToken ?? consistencyToken
      return answer.body
    }
    const { questions } = await call('POST /api/daily-questions/generate', { body: { count: DAILY_QUESTIONS } })
    const { examId } = await call('POST /api/practice-exams/start', {
      body: { examType: 'full_exam', targetModules: [], blueprint: 'national_registry' },
    })
    // What is read from here on shows everything.
    await call('GET /api/user/analytics', {})

    const cookie = `${SESSION_COOKIE}=${encodeURIComponent(new Signer(product.environment.SESSION_SECRET ?? '').sign(userId))}`
    const scored = { isScored: true, cookie }
    const known = { isScored: false, cookie }
    return {
      origin: product.environment.PUBLIC_URL ?? '',
      visits: [
        { name: 'landing', path: '/', isScored: true, cookie: null },
        { name: 'login', path: '/login', isScored: true, cookie: null },
        { ...scored, name: 'dashboard', path: '/' },
        { ...scored, name: 'question', path: `/questions/${questions[0]?.questionId}` },
        { ...known, name: 'study session', path: '/study-session?mode=daily' },
        { ...known, name: 'modules', path: '/modules' },
        { ...scored, name: 'exam', path: `/practice-exam/${examId}` },
        { ...known, name: 'analytics', path: '/analytics' },
      ],
      stop: () => bench.stop(),
    }
  } catch (error) {
    await bench.stop()
    throw error
  }
}

export async function pastOfAStudent(seed: number): Promise<ReturnType<typeof diligentLearner>> {
  const questions = (await readBank(bankDirectory)).map(
    ({ id, ...content }): Question => ({
      questionId: questionIdOf(id),
      version: 1,
      source: 'curated',
      bankId: id,
      generation: null,
      content,
    }),
  )
  const today = new Date().toISOString().slice(0, 10)
  return diligentLearner({ seed, answers: ANSWERS, today, questionOf: (_, chance) => chance.pick(questions) })
}
