import { type Audited, auditWords, cancelledByAdmin, tierGranted } from '@medicready/domain/admin/audit-words'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

const tables = {
  /** What administrators did. */
  admin_audit: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      at: 'timestamptz',
      type: 'text',
      what: 'text',
      /** Null once the person it is sealed for was erased. */
      reason: 'text?',
      /** A user's id, or `operator`. */
      actor_id: 'text',
      user_id: 'uuid?',
      stream: 'text',
      /** Whose key the reason is sealed with. */
      sealed_for: 'uuid?',
    },
    foundBy: ['sealed_for'],
    indexes: ['(at, fact_id)', '(actor_id, at, fact_id)', '(type, at, fact_id)', '(user_id, at, fact_id) WHERE user_id IS NOT NULL'],
  }),
  /** Who did it. */
  audit_actors: table({
    key: ['actor_id'],
    columns: { actor_id: 'text', actions: 'integer' },
  }),
  /** Who may download which table that names people, from when on. */
  people_exports: table({
    key: ['export_id'],
    columns: {
      export_id: 'uuid',
      exported: typed<FactOf<'PeopleExported'>['data']['table']>('text'),
      exported_by: 'uuid',
      begun_at: 'timestamptz',
    },
  }),
}

function note(fact: Recorded, audited: Audited | null, { admin_audit, audit_actors }: Rows<typeof tables>): void {
  if (audited === null) return
  const { id: fact_id, type, streamName: stream, metadata } = fact
  const { what, reason, userId: user_id, sealedFor: sealed_for } = audited
  const { actorId: actor_id, occurredAt: at } = metadata
  admin_audit.set({ fact_id, at, type, what, reason, actor_id, user_id, stream, sealed_for })
  audit_actors.set({ actor_id, actions: (audit_actors.get({ actor_id })?.actions ?? 0) + 1 })
}

type Rowed = Rows<typeof tables>
type Fold<Data> = (fact: Recorded & { readonly data: Data }, rows: Rowed) => void
const as =
  <Data>(words: (data: Data) => Audited | null): Fold<Data> =>
  (fact, rows) =>
    note(fact, words(fact.data), rows)

/** Every act of an administrator, with who did it and why. */
export const audit = defineReadModel({
  name: 'admin/audit',
  version: 5,
  tables,
  on: {
    RoleGranted: as(auditWords.RoleGranted),
    RoleRevoked: as(auditWords.RoleRevoked),
    TierChanged: as(tierGranted),
    StudentInvited: as(auditWords.StudentInvited),
    StudentUnlocked: as(auditWords.StudentUnlocked),
    ErasureOrdered: as(auditWords.ErasureOrdered),
    PeopleExported: (fact, rows) => {
      const { actionId: export_id, table: exported, by: exported_by } = fact.data
      rows.people_exports.set({ export_id, exported, exported_by, begun_at: fact.metadata.occurredAt })
      note(fact, auditWords.PeopleExported(fact.data), rows)
    },
    ProcessResumed: as(auditWords.ProcessResumed),
    PutAsideRetried: as(auditWords.PutAsideRetried),
    PutAsideGivenUp: as(auditWords.PutAsideGivenUp),
    DailyEmailsTriggered: as(auditWords.DailyEmailsTriggered),
    PriceAnnounced: as(auditWords.PriceAnnounced),
    DiscountCodeCreated: as(auditWords.DiscountCodeCreated),
    DiscountCodeRevised: as(auditWords.DiscountCodeRevised),
    DiscountCodeActivated: as(auditWords.DiscountCodeActivated),
    DiscountCodeDeactivated: as(auditWords.DiscountCodeDeactivated),
    DiscountCodeDeleted: as(auditWords.DiscountCodeDeleted),
    TutoringRequestAccepted: as(auditWords.TutoringRequestAccepted),
    TutoringRequestDeclined: as(auditWords.TutoringRequestDeclined),
    TutoringTutorAssigned: as(auditWords.TutoringTutorAssigned),
    TutoringRequestCancelled: as(cancelledByAdmin),
    TutoringSessionCancelled: as(cancelledByAdmin),
    TutoringRefundMended: as(auditWords.TutoringRefundMended),
    TutorApproved: as(auditWords.TutorApproved),
    TutorDeclined: as(auditWords.TutorDeclined),
    ContactAnswered: as(auditWords.ContactAnswered),
    AccountErased: ({ data: { userId: sealed_for } }, { admin_audit }) => {
      for (const entry of admin_audit.where({ sealed_for })) admin_audit.set({ ...entry, reason: null })
    },
  },
})
