import type { DocumentVersion } from '@medicready/domain/legal/shown/legal-documents'
import { defineReadModel, table, typed } from '../definition.ts'

const tables = {
  agreements: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      statement: 'text',
      terms_of: 'coded text',
      policies: typed<readonly DocumentVersion[]>('jsonb'),
      agreed_at: 'timestamptz',
    },
  }),
  agreements_of_registrations: table({
    key: ['credential_id'],
    columns: { credential_id: 'uuid', policies: typed<readonly DocumentVersion[]>('jsonb'), agreed_at: 'timestamptz' },
    private: true,
  }),
  /** A registration may have several links. */
  registrations_of_links: table({
    key: ['verification_id'],
    columns: { verification_id: 'uuid', credential_id: 'uuid' },
    private: true,
  }),
}

export const agreements = defineReadModel({
  name: 'legal/agreements',
  version: 1,
  tables,
  on: {
    PoliciesAgreed: ({ data: { credentialId: credential_id, policies }, metadata }, { agreements_of_registrations }) =>
      agreements_of_registrations.set({ credential_id, policies, agreed_at: metadata.occurredAt }),
    VerificationRequested: ({ data: { agreedTo, verificationId: verification_id, credentialId: credential_id } }, rows) => {
      if (agreedTo !== null) rows.registrations_of_links.set({ verification_id, credential_id })
    },
    EmailVerified: ({ data: { userId: user_id, verificationId, agreedTo }, metadata }, rows) => {
      if (agreedTo === null) return
      const link = verificationId === null ? null : rows.registrations_of_links.get({ verification_id: verificationId })
      const asked = link && rows.agreements_of_registrations.get({ credential_id: link.credential_id })
      const { policies, agreed_at } = asked ?? { policies: [], agreed_at: metadata.occurredAt }
      rows.agreements.set({ user_id, statement: agreedTo.statement, terms_of: agreedTo.version, policies, agreed_at })
    },
    AccountErased: ({ data: { userId: user_id } }, { agreements }) => agreements.delete({ user_id }),
  },
})
