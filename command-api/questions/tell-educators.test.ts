import { randomUUID } from 'node:crypto'
import { accountAggregate } from '@medicready/domain/accounts/account'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { RecordedFact } from '@medicready/domain/events'
import { admitWithdrawal, withdrawalsAggregate, withdrawalsId } from '@medicready/domain/questions/withdrawals'
import { Mailer } from '@medicready/platform/mail/mailer'
import { type MailReply, startTestMailServer } from '@medicready/platform/testing/mail-server'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { users } from '@medicready/projector/read-models/accounts/users'
import { createReadTables } from '@medicready/projector/testing/read-tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dependenciesOver } from '../dependencies.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { RetryLater } from '../worker/definitions.ts'
import { tellEducators } from './withdraw-question.ts'

const noon = '2026-03-05T12:00:00.000Z'
const publicUrl = 'http://localhost:3000'
const stores = await startTestStores()
const { sql, eventStore } = stores
let answer: MailReply = () => null
const server = await startTestMailServer((step, address) => answer(step, address))
const mailer = new Mailer({ smtpUrl: server.smtpUrl, from: 'MedicReady <no-reply@medicready.example>', publicUrl })
let now = noon
const deps = { ...dependenciesOver(stores), mailer, clock: () => now, logger: quietLogger, publicUrl }
const { commands } = deps
const context = () => ({ commandId: randomUUID(), actorId: 'test', correlationId: 'test', now: noon })

const rows = await createReadTables(sql, users)
beforeEach(async () => {
  await rows.users.delete()
  answer = () => null
  now = noon
})
afterAll(async () => {
  mailer.close()
  await server.close()
  await stores.close()
})

async function userWith(role: UserRole, isVerified = true): Promise<string> {
  const userId = randomUUID()
  const email = `${role}-${userId}@example.com`
  const facts = [accountRegistered(userId, { email }), ...(isVerified ? [emailVerified(userId)] : [])]
  await commands.execute(accountAggregate, userId, () => facts, context())
  await rows.users.set({ id: userId, role, email_verified: isVerified })
  return email
}

/** A module that has just refused a withdrawal. */
async function stop(module: 'Trauma' | 'Pediatrics' | 'Geriatrics'): Promise<RecordedFact<'WithdrawalsStopped'>> {
  for (let times = 0; times < 2; times++) {
    const admit = admitWithdrawal({ module, questionId: randomUUID(), activeQuestions: 10 })
    await commands.execute(withdrawalsAggregate, withdrawalsId(module), admit, context())
  }
  const stopped = (await eventStore.readStream(`withdrawals-${withdrawalsId(module)}`)).at(-1)
  if (stopped?.type !== 'WithdrawalsStopped') throw new Error('It has not stopped.')
  return stopped
}

const mailsTo = (...addresses: string[]) => server.taken.filter(({ to }) => addresses.includes(to)).map(({ to }) => to)

test('everyone who reviews questions is told of a stop once, and no one else is', async () => {
  const [educator, admin] = [await userWith('educator'), await userWith('admin')]
  const others = [await userWith('student'), await userWith('tutor'), await userWith('educator', false)]
  const fact = await stop('Trauma')
  for (let times = 0; times < 2; times++) await tellEducators(fact, deps)
  expect(mailsTo(educator, admin).sort()).toEqual([admin, educator].sort())
  expect(mailsTo(...others)).toEqual([])
})

test('an educator with a slow mail server delays no one else and is told later', async () => {
  const educators = [await userWith('educator'), await userWith('educator'), await userWith('educator')]
  const [slow = ''] = (await rows.users.where()).map(({ id }) => `educator-${id}@example.com`)
  answer = (step, address) => (step === 'RCPT TO' && address === slow ? 450 : null)
  const fact = await stop('Pediatrics')
  await expect(tellEducators(fact, deps)).rejects.toThrow(RetryLater)
  expect(mailsTo(...educators).sort()).toEqual(educators.filter((email) => email !== slow).sort())
  answer = () => null
  await tellEducators(fact, deps)
  expect(mailsTo(...educators).sort()).toEqual(educators.sort())
})

test('an old stop is only shown in the queue', async () => {
  const educator = await userWith('educator')
  const fact = await stop('Geriatrics')
  now = '2026-03-06T12:00:00.000Z'
  await tellEducators(fact, deps)
  expect(mailsTo(educator)).toEqual([])
})
