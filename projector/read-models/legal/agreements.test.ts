import { emailVerified, verificationRequested } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { agreements } from './agreements.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const [first, second] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
const [ours, others] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c2']
const agreedTo = { statement: 'I agree', version: '2025-01-01' }
const policies = [{ document: 'terms', version: 2 } as const]

const requested = (verificationId: string, credentialId: string): Fact =>
  verificationRequested(userId, { verificationId, credentialId, agreedTo, expiresAt: '2026-02-01T00:00:00.000Z' })
const agreed = (credentialId: string): Fact => ({
  type: 'PoliciesAgreed',
  data: { userId, credentialId, statement: agreedTo.statement, policies },
})
const verified = (verificationId: string): Fact => emailVerified(userId, { verificationId, agreedTo })
const agreement = { user_id: userId, statement: 'I agree', terms_of: '2025-01-01' }

test('an agreement at registration belongs to the account once any link of it was followed', async () => {
  await given(agreements, [requested(first, ours), agreed(ours), requested(second, ours), verified(second)]).leaves({
    agreements: [{ ...agreement, policies }],
    agreements_of_registrations: [{ credential_id: ours, policies }],
    registrations_of_links: [
      { verification_id: first, credential_id: ours },
      { verification_id: second, credential_id: ours },
    ],
  })
})

test('an agreement of another registration of the address does not', async () => {
  await given(agreements, [requested(first, others), agreed(others), requested(second, ours), verified(second)]).leaves({
    agreements: [{ ...agreement, policies: [] }],
    agreements_of_registrations: [{ credential_id: others, policies }],
    registrations_of_links: [
      { verification_id: first, credential_id: others },
      { verification_id: second, credential_id: ours },
    ],
  })
})
