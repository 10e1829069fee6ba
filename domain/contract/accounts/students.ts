import { z } from 'zod'
import { userRoles } from '../../accounts/rules.ts'
import { peopleTables } from '../../admin/admin-actions.ts'
import { tierNames } from '../../billing/tiers.ts'
import { moduleNames } from '../../study/modules.ts'
import { ReasonOnly, reason } from '../admin/forms.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { StudentInvitation, TierChange } from './admin-forms.ts'
import { email } from './forms.ts'

/** The students of the business, and what an administrator does with their accounts. */

export const studentSorts = ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions'] as const
export type StudentSort = (typeof studentSorts)[number]
export const studentStatuses = ['active', 'inactive'] as const

export const MAX_SEARCH_LENGTH = 100
/** The end of a UTC day that is shown as it stood; today where it is left out. */
export const asOf = z.iso.date().optional()

const AdminStudent = z.object({
  id: z.uuid(),
  /** Empty once the person was erased, and so is the address. */
  name: z.string(),
  email: z.string(),
  /** Null where none is given. */
  phone: z.string().nullable(),
  role: z.enum(userRoles),
  emailVerified: z.boolean(),
  isErased: z.boolean(),
  /** `active`: answered in the last 14 days. */
  status: z.enum(studentStatuses),
  /** The share of the bank answered right at least once, 0 to 100. */
  progress: z.number(),
  answered: z.int(),
  /** Right among the answers that are scored, 0 to 100; null while there is none. */
  accuracy: z.number().nullable(),
  /** Tutoring sessions held. */
  totalSessions: z.int(),
  /** Days in a row, on the student's own calendar, up to today. Null where an earlier day is shown. */
  studyStreak: z.int().nullable(),
  subscriptionTier: z.enum(tierNames),
  /** Modules, the weakest first, as the student is told of them; as of today, whatever day is shown. */
  weakAreas: z.array(z.enum(moduleNames)),
  joinedDate: z.iso.date(),
  /** UTC; null before the first answer. */
  lastActive: z.iso.date().nullable(),
  /** Null before the first checkout. */
  stripeCustomerId: z.string().nullable(),
  /** Null where there is none. */
  stripeSubscriptionId: z.string().nullable(),
})
export type AdminStudent = z.infer<typeof AdminStudent>

const HistoryEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The type of the fact, such as `TierChanged`. */
  type: z.string(),
  /** What it says, for people. */
  what: z.string(),
  /** The stream that holds it. */
  stream: z.string(),
  /** Who did it, where that was someone else: their name, `worker`, `operator`. Null where it was the student. */
  actor: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const studentFilter = {
  /** A part of the name or the address, in any case. */
  search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  status: z.enum(['all', ...studentStatuses]).default('all'),
  tier: z.enum(['all', ...tierNames]).default('all'),
  /** As it is today, whatever day is shown. */
  role: z.enum(['all', ...userRoles]).default('all'),
  /** Where an earlier day is shown, by `joined` or `name` alone: otherwise refused with `invalidRequest`. */
  sort: z.enum(studentSorts).default('joined'),
  order: z.enum(['asc', 'desc']).default('desc'),
  asOf,
}
const exampleFilter = { search: 'ana', status: 'all', tier: 'all', role: 'all', sort: 'joined', order: 'desc', asOf: '2027-06-15' } as const

const params = z.object({ id: z.uuid() })
const example = { params: { id: existing.userId } }

export const adminStudentReadCalls = {
  'GET /api/admin/students': call({
    summary: 'Students, searched, filtered, and sorted. Newest first by default.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    query: z.object(studentFilter),
    response: z.array(AdminStudent),
    errors: [],
    example: { query: exampleFilter },
  }),
  'GET /api/admin/students.csv': call({
    summary: 'The same as a CSV file with every row. Needs an export that the administrator began in the last minutes.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ ...studentFilter, exportId: z.uuid() }),
    file: 'text/csv',
    response: z.never(),
    responseHeaders: ['content-disposition'],
    errors: ['exportNotFound'],
    example: { query: { ...exampleFilter, exportId: existing.peopleExportId } },
  }),
  'GET /api/admin/students/{id}': call({
    summary: 'One student.',
    access: 'runBusiness',
    service: 'read-api',
    params,
    query: z.object({ asOf }),
    response: AdminStudent,
    errors: ['studentNotFound'],
    example: { ...example, query: { asOf: '2027-06-15' } },
  }),
  'GET /api/admin/students/{id}/history': call({
    summary: 'The history of a student, latest first, without single answers.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    params,
    query: z.object({ asOf }),
    response: z.array(HistoryEntry),
    errors: ['studentNotFound'],
    example: { ...example, query: { asOf: '2027-06-15' } },
  }),
} as const

export const adminStudentCommandCalls = {
  'POST /api/admin/students': call({
    summary: 'Create an account and email an invitation. Setting a password through its link verifies the address.',
    access: 'runBusiness',
    service: 'command-api',
    body: StudentInvitation,
    response: z.object({ userId: z.uuid() }),
    errors: ['emailTaken', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { email: 'bea@example.com', firstName: 'Bea', lastName: 'Moreno', tier: 'free', reason: 'Asked by phone.' } },
  }),
  'PUT /api/admin/students/{id}/tier': call({
    summary: 'Give a student a tier without payment. A tier that is paid for or came with a code stays. Answers the resulting tier.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: TierChange,
    response: z.object({ tier: z.enum(tierNames), hasChanged: z.boolean() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { tier: 'premium', reason: 'Lost a week to an outage.' } },
  }),
  'POST /api/admin/students/{id}/unlock': call({
    summary: 'Clear the count of wrong passwords, so that a student can sign in again.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: ReasonOnly,
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { reason: 'Asked by phone.' } },
  }),
  'POST /api/admin/students/{id}/erase': call({
    summary: "Erase a student's account at once. This destroys its key and cannot be undone.",
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: z.object({
      /** The address of the account, typed: no one is erased by a click beside. */
      email,
      reason,
    }),
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'emailMismatch', 'ownAccount', 'conflict'],
    example: { params: { id: existing.erasableUserId }, body: { email: existing.erasableEmail, reason: 'Asked by letter.' } },
  }),
  'POST /api/admin/exports': call({
    summary: 'Begin an export of a table that names people. Records who did it and why. The file is available for ten minutes.',
    access: 'runBusiness',
    service: 'command-api',
    body: z.object({ table: z.enum(peopleTables), reason }),
    response: z.object({ exportId: z.uuid() }),
    errors: ['conflict'],
    example: { body: { table: 'students', reason: 'For the yearly report.' } },
  }),
} as const
