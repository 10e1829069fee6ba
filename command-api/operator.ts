import { type Tier, tierNames } from '@medicready/domain/billing/tiers'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { findAccount } from './accounts/find-account.ts'
import { grantTier } from './billing/grant-tier.ts'
import { ownContext, systemClock } from './command-context.ts'
import { type Parts, partsOver } from './parts.ts'
import { reactions } from './processes.ts'
import { Progress } from './worker/progress.ts'

const reactionNames = reactions.map(({ name }) => name)

/**
 * What an operator can do on the command line: the arguments in words, and what is answered. Undefined for arguments
 * that do not fit.
 */
const operations: Record<string, { usage: string; run: (parts: Parts, words: readonly string[]) => Promise<string> | undefined }> = {
  'grant-tier': {
    usage: `<email> <${tierNames.join('|')}>`,
    run: (parts, [email, tier]) => (email && tierNames.includes(tier as Tier) ? grant(parts, email, tier as Tier) : undefined),
  },
  resume: {
    usage: `<${['all', ...reactionNames].join('|')}>`,
    run: (parts, [name = '']) => (['all', ...reactionNames].includes(name) ? resume(parts, name) : undefined),
  },
}

/** Lets a parked reaction of the worker go on, or all of them. */
async function resume({ sql }: Parts, name: string): Promise<string> {
  const progress = new Progress(sql)
  const parked = (await progress.parked()).map(({ reaction }) => reaction).filter((reaction) => name === 'all' || reaction === name)
  for (const reaction of parked) await progress.resume(reaction)
  if (parked.length === 0) return name === 'all' ? 'No reaction is parked.' : `${name} is not parked.`
  return `${parked.join(', ')}: resumed, and the worker goes on within some seconds.`
}

async function grant(parts: Parts, email: string, tier: Tier): Promise<string> {
  const account = await findAccount(parts, email)
  if (!account) throw new Refused(`Nobody is registered as ${email}.`)
  const { answer } = await grantTier(parts, { userId: account.state.userId, tier }, ownContext('operator', systemClock))
  return answer.hasChanged ? `${email} is on the ${tier} tier now.` : `${email} was on the ${tier} tier already.`
}

/** What an operator asks for cannot be done. */
class Refused extends Error {}

const [name = '', ...words] = process.argv.slice(2)
const environment = readSettings('EVENTSTORE_URL', 'POSTGRES_URL', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS')
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'operator', max: 1 })
const vault = new Vault(sql, environment.MASTER_KEY, environment.MASTER_KEY_PREVIOUS)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger: createLogger('operator', 'warn') })
try {
  const running = operations[name]?.run(partsOver({ eventStore, sql, vault }), words)
  if (!running) {
    process.stderr.write(
      `Usage:\n${Object.entries(operations)
        .map(([known, { usage }]) => `  ${known} ${usage}\n`)
        .join('')}`,
    )
    process.exitCode = 2
  } else process.stdout.write(`${await running}\n`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
}
