import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ExamQuestion } from '@medicready/domain/contract/exams/exams'
import { anyAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { expectModules, ownProduct, patience, signUp } from './one-student.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

const { product, client, mails } = await ownProduct()
beforeAll(() => product.startAll())

/** Chooses a module, and waits until that can be read. */
async function chooseAModule(bearer: string): Promise<void> {
  const { consistencyToken } = await client.call('POST /api/user/modules', { bearer, body: { module: 'Trauma' } })
  await expectModules(client, bearer, consistencyToken, ['Trauma'])
}

/** What an operator calls, as by `npm run rebuild` and `npm run worker`. */
const operate = (service: 'command-api' | 'projector' | 'worker', entry: string, ...args: readonly string[]) =>
  run(process.execPath, [join(root, entry), ...args], { env: { ...process.env, ...product.environmentOf(service) } })

/** Which part is killed while the answer to a question of an exam is on its way, by the question's place. */
const killedAt: Readonly<Record<number, 'command-api' | 'event-store' | 'projector'>> = {
  3: 'command-api',
  4: 'command-api',
  6: 'event-store',
  9: 'projector',
}

test('an exam continues after kill -9: at the same question, with the same clock, and with the decisions in its log', async () => {
  const email = 'examinee@students.example'
  const bearer = await signUp(client, mails, email)
  await operate('command-api', 'command-api/operator.ts', 'account', 'set-tier', email, 'premium')
  const body = { examType: 'module_specific' as const, targetModules: ['Trauma'] }
  const started = await client.call('POST /api/practice-exams/start', { bearer, body, idempotencyKey: 'one-exam' })
  const params = started.body
  const read = async (consistencyToken: bigint | null) => {
    const request = { bearer, params, consistencyToken: consistencyToken ?? 0n }
    const [exam, questions] = await Promise.all([
      client.call('GET /api/practice-exams/{examId}', request),
      client.call('GET /api/practice-exams/{examId}/questions', request),
    ])
    expect([exam.isStale, questions.isStale]).toEqual([false, false])
    return { exam: exam.body, questions: questions.body }
  }
  const { exam: begun, questions } = await vi.waitFor(() => read(started.consistencyToken), patience)
  let next: ExamQuestion | undefined = questions[0]
  const given: string[] = []
  while (next) {
    const { order, id, asked } = next
    given.push(id)
    const send = () =>
      client.call('POST /api/practice-exams/{examId}/answer', {
        bearer,
        params,
        body: { questionId: id, answer: anyAnswerTo(asked.item), timeSpentSeconds: 1 },
        idempotencyKey: `answer-${order}`,
      })
    const killed = killedAt[order]
    const onItsWay = send()
    if (killed) {
      // Whether it still arrived is not known.
      await Promise.all([product.kill(killed), onItsWay.catch(() => undefined)])
      await product.start(killed)
    }
    const answered = killed ? await vi.waitFor(send, patience) : await onItsWay
    expect(answered.body).toMatchObject({ questionsAnswered: order, examCompleted: answered.body.nextQuestion === null })
    if (killed) {
      const { exam, questions } = await vi.waitFor(() => read(answered.consistencyToken), patience)
      expect(exam).toMatchObject({ deadline: begun.deadline, questionsAnswered: order, isCompleted: false })
      expect(questions.map((question) => [question.id, question.isAnswered])).toEqual([
        ...given.map((id) => [id, true]),
        [answered.body.nextQuestion?.id, false],
      ])
    }
    next = answered.body.nextQuestion ?? undefined
  }
  expect(new Set(given).size).toBe(given.length)
  expect(given.length).toBeGreaterThanOrEqual(begun.minItems)
  const replayed = await operate('command-api', 'command-api/operator.ts', 'exam', 'replay', begun.id)
  expect(replayed.stdout).toContain(`${given.length + 2} facts were decided again, and each is the same.`)
})

const incident = /was set back, by a power cut or to an old backup/

/** What the log of the stand-in can be set back by is its file. */
describe.runIf(inject('eventStoreIsStandIn'))('a log that was set back, as by a power cut or an old backup (the stand-in alone)', () => {
  test('parks all read models that are ahead of it, with an incident in plain words, and a rebuild fixes it', async () => {
    const log = join(product.folder, 'event-store')
    const copy = join(product.folder, 'an-older-copy')
    await product.kill('event-store')
    await cp(log, copy, { recursive: true })
    await product.start('event-store')
    await chooseAModule(await signUp(client, mails, 'before@students.example'))

    await product.kill('event-store')
    await rm(log, { recursive: true })
    await cp(copy, log, { recursive: true })
    await product.start('event-store')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).toMatch(incident)
    }, patience)

    await operate('projector', 'projector/rebuild.ts', 'all')
    await operate('worker', 'command-api/operator.ts', 'worker', 'resume', 'all')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).not.toMatch(incident)
    }, patience)
    await chooseAModule(await signUp(client, mails, 'after@students.example'))
  })
})
