import { grantTier, subscription } from '@medicready/domain/billing/subscription'
import { type Tier, tierNames } from '@medicready/domain/billing/tiers'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { Passwords } from '../accounts/passwords.ts'
import { Registration } from '../accounts/registration.ts'
import { systemClock } from '../command-context.ts'
import { Commands } from '../commands.ts'

/** `npm run grant-tier -- <email> <free|basic|premium>`: gives an account a tier, without payment. */
const [email, tier] = process.argv.slice(2)
if (!email || !tierNames.includes(tier as Tier)) {
  process.stderr.write(`Usage: npm run grant-tier -- <email> <${tierNames.join('|')}>\n`)
  process.exit(2)
}

const environment = readSettings('EVENTSTORE_URL', 'POSTGRES_URL', 'MASTER_KEY')
const logger = createLogger('grant-tier', 'warn')
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'grant-tier', max: 1 })
const vault = new Vault(sql, environment.MASTER_KEY)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
const commands = new Commands(eventStore)
try {
  const account = await new Registration(commands, new Passwords(sql), vault).find(email)
  if (!account) {
    process.stderr.write(`Nobody is registered as ${email}.\n`)
    process.exitCode = 1
  } else {
    const commandId = uuidV4()
    const context = { commandId, actorId: 'operator', correlationId: commandId, now: systemClock() }
    const { events } = await commands.execute(
      subscription,
      account.state.userId,
      grantTier({ userId: account.state.userId, tier: tier as Tier }),
      context,
    )
    process.stdout.write(events.length > 0 ? `${email} is on the ${tier} tier now.\n` : `${email} was on the ${tier} tier already.\n`)
  }
} finally {
  await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
}
