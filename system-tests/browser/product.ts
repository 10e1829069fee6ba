import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankDirectory } from '@medicready/command-api/questions/load-bank'
import { isPlainChoice } from '@medicready/domain/questions/bank-goals'
import { BankQuestion } from '@medicready/domain/questions/content/content'
import { sampleNames } from '@medicready/domain/questions/samples'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { freePort } from '@medicready/platform/testing/free-port'
import { postmarkLogin } from '@medicready/platform/testing/mail-providers'

const administrator = { email: 'educator@example.org', password: 'correct horse' }

const HANDED_ON = 'MEDICREADY_TESTED_PRODUCT'
const ports = [
  'EDGE',
  'COMMAND_API',
  'READ_API',
  'PROJECTOR',
  'WORKER',
  'EDGE_HEALTH',
  'EVENTSTORE',
  'POSTGRES',
  'SMTP',
  'INBOX',
  'STRIPE',
  'PUSH',
]

/** Kept whole; the other modules keep only multiple choice. */
const WHOLE = ['airway.json', 'medical.json']

const isSample = (id: string): boolean => sampleNames.some((name) => name === id)
const isTested = (question: BankQuestion): boolean => isPlainChoice(question) && !isSample(question.id)

/** Arranged so that tests know which kinds of items they meet. */
function writeTestedBank(directory: string): string {
  mkdirSync(directory)
  const samples: BankQuestion[] = []
  for (const name of readdirSync(bankDirectory).filter((name) => name.endsWith('.json'))) {
    const questions = BankQuestion.array().parse(JSON.parse(readFileSync(join(bankDirectory, name), 'utf8')))
    writeFileSync(join(directory, name), JSON.stringify(WHOLE.includes(name) ? questions : questions.filter(isTested)))
    samples.push(...questions.filter(({ id }) => isSample(id)))
  }
  // Samples for visitors are of other kinds, so they go where tests expect these.
  writeFileSync(join(directory, 'samples.json'), JSON.stringify(samples.map((sample) => ({ ...sample, module: moduleNames[0] }))))
  return directory
}

async function chooseProduct() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'medicready-e2e-'))
  // PostgreSQL runs as another user, who must reach its data.
  chmodSync(dataDirectory, 0o755)
  process.on('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
  const environment: Record<string, string> = {
    DATA_DIR: dataDirectory,
    BANK_DIRECTORY: writeTestedBank(join(dataDirectory, 'bank')),
    HOST: '127.0.0.1',
    CALLS_PER_MINUTE: '1000000',
    PASSWORD_MEMORY_KIB: '64',
    ATTEMPTS_PER_NETWORK: '1000000',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    POSTMARK_WEBHOOK_LOGIN: postmarkLogin,
  }
  const free = new Set<number>()
  while (free.size < ports.length) free.add(await freePort())
  for (const [index, port] of [...free].entries()) environment[`${ports[index]}_PORT`] = String(port)
  const url = `http://localhost:${environment.EDGE_PORT}`
  return {
    url,
    inboxUrl: `http://127.0.0.1:${environment.INBOX_PORT}`,
    stripeUrl: `http://localhost:${environment.STRIPE_PORT}`,
    pushUrl: `http://127.0.0.1:${environment.PUSH_PORT}`,
    environment: { ...environment, PUBLIC_URL: url },
    administrator,
  }
}

/**
 * The copy of the product under test. Playwright reads its configuration in every worker; the first reading decides,
 * the others inherit.
 */
const inherited = process.env[HANDED_ON]
export const product = inherited ? (JSON.parse(inherited) as Awaited<ReturnType<typeof chooseProduct>>) : await chooseProduct()
process.env[HANDED_ON] = JSON.stringify(product)
