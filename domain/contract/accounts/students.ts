import { z } from 'zod'
import { userRoles } from '../../accounts/shown/rules.ts'
import { peopleTables } from '../../admin/admin-actions.ts'
import { tierNames } from '../../billing/shown/tiers.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { asCsv, asOf, MAX_SEARCH_LENGTH, onDay } from '../admin/as-of.ts'
import { ReasonOnly, reason } from '../admin/forms.ts'
import { runBusiness } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { RoleChange, StudentInvitation, TierChange } from './admin-forms.ts'
import { email } from './forms.ts'

export const studentSorts = ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions'] as const
export type StudentSort = (typeof studentSorts)[number]
export const studentStatuses = ['active', 'inactive'] as const

const AdminStudent = z.object({
  id: z.uuid(),
  /** Empty after erasure, like the address. */
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(userRoles),
  emailVerified: z.boolean(),
  isErased: z.boolean(),
  /** `active`: answered in the last 14 days. */
  status: z.enum(studentStatuses),
  /** Share of the bank answered right at least once, 0 to 100. */
  progress: z.number(),
  answered: z.int(),
  /** Of scored answers, 0 to 100. */
  accuracy: z.number().nullable(),
  totalSessions: z.int(),
  /** On the student's own calendar; null for an earlier day. */
  studyStreak: z.int().nullable(),
  subscriptionTier: z.enum(tierNames),
  /** As of today, whatever day is shown. */
  weakAreas: z.array(z.enum(moduleNames)),
  joinedDate: z.iso.date(),
  lastActive: z.iso.date().nullable(),
  stripeCustomerId: z.string().nullable(),
  stripeSubscriptionId: z.string().nullable(),
})
export type AdminStudent = z.infer<typeof AdminStudent>

const HistoryEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  type: z.string(),
  what: z.string(),
  stream: z.string(),
  /** Null if it was the student. */
  actor: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const studentFilter = {
  search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  status: z.enum(['all', ...studentStatuses]).default('all'),
  tier: z.enum(['all', ...tierNames]).default('all'),
  role: z.enum(['all', ...userRoles]).default('all'),
  /** An earlier day can be sorted only by `joined` or `name`. */
  sort: z.enum(studentSorts).default('joined'),
  order: z.enum(['asc', 'desc']).default('desc'),
  asOf,
}
const exampleFilter = { search: 'ana', status: 'all', tier: 'all', role: 'all', sort: 'joined', order: 'desc', asOf: '2027-06-15' } as const

const params = z.object({ id: z.uuid() })
const example = { params: { id: existing.userId } }
const studentOnDay = {
  params,
  query: onDay.query,
  errors: ['studentNotFound'],
  example: { ...example, query: onDay.example.query },
} as const

export const adminStudentCalls = {
  'GET /api/admin/students': runBusiness.read({
    summary: 'Students, searched, filtered, and sorted. Newest first by default.',
    page: true,
    query: z.object(studentFilter),
    response: z.array(AdminStudent),
    example: { query: exampleFilter },
  }),
  'GET /api/admin/students.csv': runBusiness.read({
    summary: 'The same as a CSV file with every row. Needs an export that the administrator began in the last minutes.',
    query: z.object({ ...studentFilter, exportId: z.uuid() }),
    ...asCsv,
    errors: ['exportNotFound'],
    example: { query: { ...exampleFilter, exportId: existing.peopleExportId } },
  }),
  'GET /api/admin/students/{id}': runBusiness.read({
    summary: 'One student.',
    ...studentOnDay,
    response: AdminStudent,
  }),
  'GET /api/admin/students/{id}/history': runBusiness.read({
    summary: 'The history of a student, latest first, without single answers.',
    page: true,
    ...studentOnDay,
    response: z.array(HistoryEntry),
  }),
  'POST /api/admin/students': runBusiness.command({
    summary: 'Create an account and email an invitation. Setting a password through its link verifies the address.',
    body: StudentInvitation,
    response: z.object({ userId: z.uuid() }),
    errors: ['emailTaken', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { email: 'bea@example.com', firstName: 'Bea', lastName: 'Moreno', tier: 'free', reason: 'Asked by phone.' } },
  }),
  'PUT /api/admin/students/{id}/tier': runBusiness.command({
    summary: 'Give a student a tier without payment. A tier that is paid for or came with a code stays. Answers the resulting tier.',
    params,
    body: TierChange,
    response: z.object({ tier: z.enum(tierNames), hasChanged: z.boolean() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { tier: 'premium', reason: 'Lost a week to an outage.' } },
  }),
  'POST /api/admin/students/{id}/unlock': runBusiness.command({
    summary: 'Clear the count of wrong passwords, so that a student can sign in again.',
    params,
    body: ReasonOnly,
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'conflict'],
    example: { ...example, body: { reason: 'Asked by phone.' } },
  }),
  'POST /api/admin/students/{id}/erase': runBusiness.command({
    summary: "Erase a student's account at once. This destroys its key and cannot be undone.",
    params,
    body: z.object({
      /** Typed to confirm, so that a misplaced click erases no one. */
      email,
      reason,
    }),
    response: z.object({ userId: z.uuid() }),
    errors: ['studentNotFound', 'emailMismatch', 'ownAccount', 'conflict'],
    example: { params: { id: existing.erasableUserId }, body: { email: existing.erasableEmail, reason: 'Asked by letter.' } },
  }),
  'POST /api/admin/exports': runBusiness.command({
    summary: 'Begin an export of a table that names people. Records who did it and why. The file is available for ten minutes.',
    body: z.object({ table: z.enum(peopleTables), reason }),
    response: z.object({ exportId: z.uuid() }),
    errors: ['conflict'],
    example: { body: { table: 'students', reason: 'For the yearly report.' } },
  }),
} as const

export const RoleHolder = z.object({
  userId: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(userRoles),
})
export type RoleHolder = z.infer<typeof RoleHolder>

export const roleCalls = {
  'GET /api/admin/roles': runBusiness.read({
    summary: 'The accounts with a role other than student.',
    page: true,
    response: z.array(RoleHolder),
  }),
  'PUT /api/admin/roles': runBusiness.command({
    summary: 'Change the role of an account and end all its sessions. Administrators cannot change their own role.',
    body: RoleChange,
    response: z.object({ userId: z.uuid(), role: z.enum(userRoles), hasChanged: z.boolean() }),
    errors: ['accountNotFound', 'ownRole'],
    example: { body: { email: existing.email, role: 'educator', reason: 'Teaches trauma care.' } },
  }),
} as const
