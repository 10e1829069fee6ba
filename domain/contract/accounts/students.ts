import { z } from 'zod'
import { accountWords, userRoles } from '../../accounts/rules.ts'
import { peopleTables } from '../../admin/admin-actions.ts'
import { tierNames } from '../../billing/tiers.ts'
import { moduleNames } from '../../study/modules.ts'
import { printableText } from '../../text.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { email } from './accounts.ts'
import { personName } from './person-name.ts'

/** The students of the business, and what an administrator does with their accounts. */

export const studentSorts = ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions'] as const
export type StudentSort = (typeof studentSorts)[number]
export const studentStatuses = ['active', 'inactive'] as const

export const MAX_SEARCH_LENGTH = 100
const MAX_REASON_LENGTH = 500

/** Why an administrator does it: kept with the fact, sealed with the key of whom it is about. */
export const reason = printableText({ max: MAX_REASON_LENGTH, required: 'Please say why.' })

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
  /** Who did it, where that was somebody else: their name, `worker`, `operator`. Null where it was the student. */
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
    summary: 'Students: searched, filtered and sorted, the newest first when nothing else is said.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    query: z.object(studentFilter),
    response: z.array(AdminStudent),
    errors: [],
    example: { query: exampleFilter },
  }),
  'GET /api/admin/students.csv': call({
    summary: 'The same as a file with every row. It asks for an export that its administrator has begun within the last minutes.',
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
    summary: 'What happened to a student, from the facts of the log, the latest first. Single answers are not among it.',
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
    summary: 'Make an account for somebody, who is invited by mail: a link to set a password verifies the address.',
    access: 'runBusiness',
    service: 'command-api',
    body: z.object({
      email,
      firstName: personName(accountWords.firstNameRequired),
      lastName: personName(accountWords.lastNameRequired),
      tier: z.enum(tierNames).default('free'),
      reason,
    }),
    response: z.object({ userId: z.uuid() }),
    errors: ['emailTaken', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { email: 'bea@example.com', firstName: 'Bea', lastName: 'Moreno', tier: 'free', reason: 'Asked by phone.' } },
  }),
  'PUT /api/admin/students/{id}/tier': call({
    summary:
      'Give a student a tier, without payment. What is paid for, or given by a code, stays: the answer tells the tier that they have.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: z.object({ tier: z.enum(tierNames), reason }),
    response: z.object({ tier: z.enum(tierNames), hasChanged: z.boolean() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { tier: 'premium', reason: 'Lost a week to an outage.' } },
  }),
  'POST /api/admin/students/{id}/unlock': call({
    summary: 'Forget what was counted of wrong passwords, so that a student may try again at once.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: z.object({ reason }),
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { reason: 'Asked by phone.' } },
  }),
  'POST /api/admin/students/{id}/erase': call({
    summary: "Erase a student's account at once: their key is destroyed, and nothing can be brought back.",
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: z.object({
      /** The address of the account, typed: nobody is erased by a click beside. */
      email,
      reason,
    }),
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'emailMismatch', 'ownAccount', 'conflict'],
    example: { params: { id: existing.erasableUserId }, body: { email: existing.erasableEmail, reason: 'Asked by letter.' } },
  }),
  'POST /api/admin/exports': call({
    summary: 'Begin to export a table that names people: who did it, and why, is a fact. The file can be asked for within ten minutes.',
    access: 'runBusiness',
    service: 'command-api',
    body: z.object({ table: z.enum(peopleTables), reason }),
    response: z.object({ exportId: z.uuid() }),
    errors: ['conflict'],
    example: { body: { table: 'students', reason: 'For the yearly report.' } },
  }),
} as const
