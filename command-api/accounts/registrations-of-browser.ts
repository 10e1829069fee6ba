import { VERIFICATION_HOURS } from '@medicready/domain/accounts/rules'
import { SealedCookie } from '@medicready/platform/http/sealed-cookie'
import type { Vault } from '@medicready/platform/vault/vault'

type Request = Parameters<SealedCookie['read']>[0]
type Reply = Parameters<SealedCookie['leave']>[0]

/** Several people may register at one computer, one after the other. */
const MOST_REMEMBERED = 5

/**
 * Which registrations were made in a browser, by the credentials that they brought: what their links verify was chosen
 * by whoever sits there. The cookie is left for every registration, whatever became of it, and tells nothing.
 */
export class RegistrationsOfBrowser {
  readonly #cookie: SealedCookie

  constructor(vault: Vault, publicUrl: string) {
    const key = () => vault.purposeKey('registrations of a browser')
    this.#cookie = new SealedCookie({ name: 'medicready.registrations', key, maxAgeSeconds: VERIFICATION_HOURS * 3_600, publicUrl })
  }

  async credentialIds(request: Request): Promise<readonly string[]> {
    return (await this.#cookie.read(request))?.split(' ') ?? []
  }

  async add(request: Request, reply: Reply, credentialId: string): Promise<void> {
    const others = (await this.credentialIds(request)).filter((known) => known !== credentialId)
    await this.#cookie.leave(reply, [...others, credentialId].slice(-MOST_REMEMBERED).join(' '))
  }
}
