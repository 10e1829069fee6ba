import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { afterAll, expect, vi } from 'vitest'
import { Product } from './product.ts'
import { MailWatch, ProductClient, tokenOf } from './product-client.ts'

export const patience = { timeout: 45_000, interval: 100 }
export const password = 'correct horse battery staple'

/** Not started yet. Ends with the tests of its file. */
export async function ownProduct(environment: Record<string, string> = {}) {
  const product = await Product.prepare({ ATTEMPTS_PER_NETWORK: '1000000', ...environment })
  afterAll(() => product.stop())
  return { product, client: new ProductClient(product.environment), mails: new MailWatch(product.environment) }
}

export async function signUp(client: ProductClient, mails: MailWatch, email: string): Promise<string> {
  const registration = { email, password, firstName: 'Ada', lastName: 'Lovelace' }
  await vi.waitFor(() => client.call('POST /api/auth/register', { body: registration, idempotencyKey: `register-${email}` }), patience)
  const token = await vi.waitFor(async () => {
    const found = await mails.verificationTokenFor(email)
    if (found === null) throw new Error('no mail yet')
    return found
  }, patience)
  // A program keeps no cookies, so it verifies with the password.
  await client.call('POST /api/auth/verify-email', { body: { token, password } })
  return tokenOf((await client.call('POST /api/auth/login', { body: { email, password } })).body)
}

export async function expectModules(
  client: ProductClient,
  bearer: string,
  consistencyToken: bigint | null,
  modules: readonly ModuleName[],
): Promise<void> {
  await vi.waitFor(async () => {
    const { body, isStale } = await client.call('GET /api/user/modules', { bearer, consistencyToken: consistencyToken ?? 0n })
    expect({ modules: body.map(({ module }) => module).sort(), isStale }).toEqual({ modules: [...modules].sort(), isStale: false })
  }, patience)
}
