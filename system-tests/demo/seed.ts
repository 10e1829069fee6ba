import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashEmails } from '@medicready/command-api/accounts/email-hash'
import { Passwords } from '@medicready/command-api/accounts/passwords'
import { reactions } from '@medicready/command-api/processes'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { Progress } from '@medicready/command-api/worker/progress'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { BankQuestion } from '@medicready/domain/questions/content/content'
import { localSettings } from '@medicready/local/local-settings'
import { readEnvironment, readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { passwordSettings } from '@medicready/platform/postgres/roles'
import { ProgressBar } from '@medicready/platform/progress-bar'
import { Vault } from '@medicready/platform/vault/vault'
import { throughTheClient, writeThrough } from '../log-writing.ts'
import { admin, beforeExam, DEMO_DAYS, DEMO_PASSWORD, midway, newcomer, tutor } from './people.ts'
import { liveThrough } from './year.ts'

/**
 * Writes the demo year into an empty log before anything else starts. Reactions skip the past, except for study plans.
 * demo.txt is written last and marks the year as complete.
 */
const LAYS_OUT_PLANS = 'study-plans'
const SEED = 20_261_122
const STUDENTS = 400

const environment = readSettings(
  'LOG_LEVEL',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  ...Object.values(passwordSettings),
  'MASTER_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
)
const logger = createLogger('demo', environment.LOG_LEVEL)
await migrate(environment.POSTGRES_URL, {
  'command-api': environment.COMMAND_API_POSTGRES_PASSWORD,
  worker: environment.WORKER_POSTGRES_PASSWORD,
  projector: environment.PROJECTOR_POSTGRES_PASSWORD,
  'read-api': environment.READ_API_POSTGRES_PASSWORD,
})
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'demo' })
const vault = new Vault(sql, environment.MASTER_KEY)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
const { DATA_DIR } = readEnvironment(localSettings)
const file = join(DATA_DIR, 'demo.txt')
try {
  const bank = await readBank(bankDirectory)
  const [first] = bank
  const hasBegun = first !== undefined && (await eventStore.readStream(`question-${questionIdOf(first.id)}`)).length > 0
  if (!hasBegun) await write(bank)
  else if (!existsSync(file)) {
    process.stderr.write(`The demo year was only partly written: remove ${DATA_DIR} and start again.\n`)
    process.exitCode = 1
  }
} finally {
  await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
}

async function write(bank: readonly BankQuestion[]): Promise<void> {
  const hashEmail = hashEmails(vault)
  const firstDay = addDays(new Date().toISOString().slice(0, 10), -DEMO_DAYS)
  const { events, people } = await liveThrough({
    seed: SEED,
    students: STUDENTS,
    days: DEMO_DAYS,
    namedKeepPlans: true,
    firstDay,
    bank,
    hashEmail,
    stripe: {
      directory: join(DATA_DIR, 'stripe'),
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    },
  })
  const passwords = new Passwords(sql)
  for (const { userId, email, credentialId } of people) {
    await passwords.store(credentialId, userId, await passwords.hash(DEMO_PASSWORD, await hashEmail(email)), null)
    await passwords.keep(credentialId, userId)
  }
  const bar = new ProgressBar(process.stdout, { end: BigInt(events.length), what: 'facts of a year' })
  const log = throughTheClient(environment.EVENTSTORE_URL)
  bar.finish(await writeThrough(log, events, vault, (count) => bar.show(count, BigInt(count))))
  const end = await eventStore.head()
  const progress = new Progress(sql)
  for (const { name } of reactions) if (end && name !== LAYS_OUT_PLANS) await progress.reach(name, end)
  writeFileSync(file, whoCanSignIn())
}

function whoCanSignIn(): string {
  const people = [admin, tutor, newcomer, midway, beforeExam]
  const width = Math.max(...people.map(({ email }) => email.length))
  return [`Sign in with the password "${DEMO_PASSWORD}" as`, ...people.map(({ email, says }) => `  ${email.padEnd(width)}  ${says}`)].join(
    '\n',
  )
}
