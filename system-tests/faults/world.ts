import { setTimeout as sleep } from 'node:timers/promises'
import { findAccount } from '@medicready/command-api/accounts/find-account'
import { type CommandContext, systemClock } from '@medicready/command-api/command-context'
import { partsOver } from '@medicready/command-api/parts'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/settings'
import { grantTier, subscription } from '@medicready/domain/billing/subscription'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import type { PushService } from '@medicready/local/push/start'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { type Payments, paymentsWith } from '@medicready/platform/payments/payments'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { MailWatch } from '../mail-watch.ts'
import type { Product } from '../product.ts'
import { ProductClient } from '../product-client.ts'
import type { Ledger } from './ledger.ts'
import type { School } from './person.ts'

const OPERATOR_ATTEMPTS = 200

/** Direct access to the stores. */
export interface World {
  readonly product: Product
  readonly sql: Sql
  readonly vault: Vault
  readonly eventStore: EventStore
  readonly mails: MailWatch
  readonly pushes: PushService
  readonly payments: Payments
  close(): Promise<void>
}

export function connect(product: Product, pushes: PushService): World {
  const { POSTGRES_URL = '', EVENTSTORE_URL = '', MASTER_KEY = '' } = product.environment
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE } = product.environment
  const sql = connectPostgres(POSTGRES_URL, { name: 'system-tests' })
  const vault = new Vault(sql, MASTER_KEY)
  const eventStore = new EventStore({ url: EVENTSTORE_URL, vault, logger: quietLogger })
  return {
    product,
    sql,
    vault,
    eventStore,
    mails: new MailWatch(product.environment),
    pushes,
    payments: paymentsWith({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }),
    close: async () => {
      await eventStore.close()
      await sql.end({ timeout: 1 })
    },
  }
}

export async function schoolOf(world: World, ledger: Ledger, signal?: AbortSignal): Promise<School> {
  const { product, mails, pushes } = world
  const bank = await readBank(bankDirectory)
  const questions = new Map(bank.map(({ id, ...content }) => [questionIdOf(id), content]))
  const parts = partsOver(world)
  const ending = signal ?? new AbortController().signal
  /** What an operator does, repeated until it succeeds. */
  const forAccount = async (email: string, deed: (userId: string, context: CommandContext) => Promise<unknown>): Promise<void> => {
    const commandId = uuidV4()
    for (let attempt = 1; ; attempt++) {
      try {
        const account = await findAccount(parts, email)
        if (!account) throw new Error(`${email} is verified and cannot be found.`)
        await deed(account.state.userId, { commandId, actorId: 'operator', correlationId: commandId, now: systemClock() })
        return
      } catch (error) {
        if (attempt === OPERATOR_ATTEMPTS) throw error
        await sleep(100, undefined, { signal: ending })
      }
    }
  }
  return {
    client: new ProductClient(product.environment),
    mails,
    pushes,
    ledger,
    questions,
    grantTier: (email, tier) =>
      forAccount(email, (userId, context) => parts.commands.execute(subscription, userId, grantTier({ userId, tier }), context)),
    makeAdministrator: (email) =>
      forAccount(email, (userId, context) => {
        const grant = changeRole({ role: 'admin', reason: 'Runs the business.' })
        return parts.commands.execute(accountAggregate, userId, grant, context)
      }),
    studiedOn: (email, date) =>
      forAccount(email, (userId, context) => {
        const [[questionId, { module }]] = [...questions] as [[string, QuestionContent]]
        const answered = answerSubmitted({ userId, date, questionId, module })
        const decide = ({ answers }: { answers: ReadonlyMap<string, unknown> }) => (answers.size > 0 ? [] : [answered])
        return parts.commands.execute(studyDay, studyDayId(userId, date), decide, context)
      }),
    signal: ending,
  }
}
