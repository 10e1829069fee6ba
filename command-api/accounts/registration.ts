import { createHmac } from 'node:crypto'
import { type AccountState, accountAggregate, register } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaim, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import type { Vault } from '@medicready/platform/vault/vault'
import { idFrom } from '../command-context.ts'
import type { CommandContext, Commands, Outcome } from '../commands.ts'
import type { Passwords } from './passwords.ts'

interface Registrant {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
}

/** Registers people and finds them again by their address. */
export class Registration {
  readonly #commands: Commands
  readonly #passwords: Passwords
  readonly #emailKey: Buffer

  constructor(commands: Commands, passwords: Passwords, vault: Vault) {
    this.#commands = commands
    this.#passwords = passwords
    this.#emailKey = vault.deriveKey('email')
  }

  /**
   * Claims the address, then registers the account. A crash in between leaves a claim without an account: the next registration of the
   * address goes on from there, under the id that the claim holds.
   */
  async register(registrant: Registrant, context: CommandContext): Promise<Outcome<AccountState, unknown>> {
    const email = normalizeEmail(registrant.email)
    const emailHash = this.#hash(email)
    // Hashed before anything is known of the address: the time that it takes tells nothing.
    const passwordHash = await this.#passwords.hash(registrant.password)
    const claim = await this.#commands.execute(emailClaim, emailHash, claimEmail({ emailHash, userId: idFrom(context, 'user') }), context)
    const userId = claim.state.userId ?? idFrom(context, 'user')
    const credentialId = idFrom(context, 'credential')
    await this.#passwords.store(credentialId, userId, passwordHash)
    const { firstName, lastName, timeZone } = registrant
    const command = {
      userId,
      email,
      firstName,
      lastName,
      timeZone,
      credentialId,
      verificationId: idFrom(context, 'verification'),
      now: context.now,
    }
    return this.#commands.execute(accountAggregate, userId, register(command), context)
  }

  /** The account that has this address, as the log has it now; null when nobody has. */
  async find(email: string): Promise<Outcome<Exclude<AccountState, { situation: 'unregistered' }>, unknown> | null> {
    const claim = await this.#commands.load(emailClaim, this.#hash(normalizeEmail(email)))
    if (claim.state.userId === null) return null
    const account = await this.#commands.load(accountAggregate, claim.state.userId)
    return account.state.situation === 'unregistered' ? null : { ...account, state: account.state }
  }

  #hash(email: string): string {
    return createHmac('sha256', this.#emailKey).update(email).digest('base64url')
  }
}
