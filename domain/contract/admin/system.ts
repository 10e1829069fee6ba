import { z } from 'zod'
import { stopReasons } from '../../accounts/mail-delivery.ts'
import { processKinds } from '../../admin/admin-actions.ts'
import { printableText } from '../../text.ts'
import { asOf, MAX_SEARCH_LENGTH } from '../accounts/students.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { auditedTypes } from './audited-types.ts'
import { reason } from './forms.ts'

/** How the product itself does, and who among the administrators did what. */

const incident = z.object({
  /** In words. */
  incident: z.string(),
  /** The type of the event that it failed at; null where the log was set back. */
  event: z.string().nullable(),
  stream: z.string().nullable(),
  /** Null where no one says. */
  at: z.iso.datetime().nullable(),
})

export const SystemState = z.object({
  at: z.iso.datetime(),
  services: z.array(
    z.object({
      name: z.enum(['edge', 'command-api', 'read-api', 'projector', 'worker']),
      /** `silent`: it does not answer. */
      state: z.enum(['ready', 'notReady', 'silent']),
      /** Null where it does not say. */
      version: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
    }),
  ),
  readModels: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      situation: z.enum(['live', 'backfilling', 'parked']),
      /** How far behind the log, in its bytes; null where no one knows. */
      lag: z.int().nullable(),
      incident: incident.nullable(),
    }),
  ),
  reactions: z.array(
    z.object({
      name: z.string(),
      situation: z.enum(['following', 'parked']),
      lag: z.int().nullable(),
      /** Events that wait to be tried again by themselves. */
      deferred: z.int(),
      /** Events at which it failed, which wait for an operator. */
      putAside: z.array(
        z.object({
          eventId: z.uuid(),
          /** The type of the event. */
          event: z.string(),
          stream: z.string(),
          incident: z.string(),
          at: z.iso.datetime(),
          /** It is tried again within seconds. */
          isDue: z.boolean(),
          /** How many events of the same person or stream wait behind it. */
          behind: z.int(),
        }),
      ),
      incident: incident.nullable(),
    }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** As cron has it. */
      schedule: z.string(),
      lastRun: z
        .object({
          startedAt: z.iso.datetime(),
          /** Null while it runs. */
          endedAt: z.iso.datetime().nullable(),
          /** What it came to, in words; empty where it says nothing. */
          outcome: z.string(),
          /** Null where it went well. */
          error: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  /** Whether a model writes questions; `silent` where the worker does not say. */
  generator: z.object({ state: z.enum(['on', 'off', 'silent']), model: z.string().nullable() }),
  mail: z.object({
    /** Mails that wait to be tried again. */
    deferred: z.int(),
    /** Reactions that send mail and are parked. */
    parked: z.int(),
  }),
  /** To how many addresses no reminders go, by what their provider said last. Which ones is not told. */
  stoppedAddresses: z.array(
    z.object({
      reason: z.enum(stopReasons),
      now: z.int(),
      /** Of those, how many within the last 30 days. */
      lately: z.int(),
    }),
  ),
  /** Of all calls since each service began, the slowest first by their 99th percentile; at most ten. */
  slowestCalls: z.array(
    z.object({
      service: z.string(),
      method: z.string(),
      route: z.string(),
      calls: z.int(),
      meanMilliseconds: z.number(),
      /** At most so long, from the bounds that are counted by; null where they were longer than the last bound. */
      p50Milliseconds: z.number().nullable(),
      p99Milliseconds: z.number().nullable(),
    }),
  ),
  /** What was last compared with Stripe by the end of the day that is shown; null before the first night. */
  reconciliation: z
    .object({
      date: z.iso.date(),
      at: z.iso.datetime(),
      /** What differed and was mended; 0 is expected. */
      differences: z.int(),
    })
    .nullable(),
})
export type SystemState = z.infer<typeof SystemState>

const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The type of the fact, such as `RoleGranted`. */
  type: z.string(),
  /** What was done, for people. */
  what: z.string(),
  /** Null once the administrator was erased, or whom it is about: their key sealed it. */
  reason: z.string().nullable(),
  actorId: z.string(),
  /** A name, `operator` for the command line; empty once the person was erased. */
  actor: z.string(),
  /** Whom it is about; null where it is no one. */
  userId: z.uuid().nullable(),
  /** Empty where it is no one, or the person was erased. */
  name: z.string(),
  stream: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const adminSystemReadCalls = {
  'GET /api/admin/system': call({
    summary: 'The current state of every service, read model, reaction, and job. With `asOf`, the comparison with Stripe on that day.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ asOf }),
    response: SystemState,
    errors: [],
    example: { query: { asOf: '2027-06-15' } },
  }),
} as const

export const adminAuditCalls = {
  'GET /api/admin/audit': call({
    summary: 'Actions of administrators and their reasons, latest first. Can be filtered by kind, administrator, day, or person.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    query: z.object({
      asOf,
      /** From this day on; from the beginning where it is left out. */
      from: z.iso.date().optional(),
      type: z.enum(auditedTypes).optional(),
      /** As `GET /api/admin/audit/actors` has it. */
      actorId: z.string().max(60).optional(),
      /** Whom it is about. */
      userId: z.uuid().optional(),
      /** A part of what was done, of the reason, or of the name or address of whom it is about, in any case. */
      search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
    }),
    response: z.array(AuditEntry),
    errors: [],
    example: {
      query: {
        asOf: '2027-06-15',
        from: '2026-01-01',
        type: 'TierChanged',
        actorId: 'operator',
        userId: existing.userId,
        search: 'outage',
      },
    },
  }),
  'GET /api/admin/audit/actors': call({
    summary: 'The people in the audit log, most active first.',
    access: 'runBusiness',
    service: 'read-api',
    response: z.array(
      z.object({
        /** A user, or `operator` for the command line. */
        actorId: z.string(),
        /** Empty once the person was erased. */
        actor: z.string(),
        /** How much they did. */
        actions: z.int(),
      }),
    ),
    errors: [],
    example: {},
  }),
} as const

const ofPutAside = { reaction: printableText({ max: 100, required: 'Please choose a reaction.' }), eventId: z.uuid() }

export const adminSystemCommandCalls = {
  'POST /api/admin/trigger-daily-emails': call({
    summary: "Have the worker send today's daily emails now to everyone who is due one and has not received it.",
    access: 'runBusiness',
    service: 'command-api',
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['conflict'],
    example: {},
  }),
  'POST /api/admin/system/resume': call({
    summary: 'Resume a parked read model or reaction. Takes effect within seconds.',
    access: 'runBusiness',
    service: 'command-api',
    status: 202,
    body: z.object({
      kind: z.enum(processKinds),
      name: printableText({ max: 100, required: 'Please choose one.' }),
      reason,
    }),
    response: z.object({ isResumed: z.boolean() }),
    errors: ['conflict'],
    example: { body: { kind: 'reaction', name: 'verification-mails', reason: 'The mail server is back.' } },
  }),
  'POST /api/admin/system/put-aside/retry': call({
    summary: 'Have a reaction retry an event that it set aside. Takes effect within seconds.',
    access: 'runBusiness',
    service: 'command-api',
    status: 202,
    body: z.object(ofPutAside),
    response: z.object({ isRetried: z.boolean() }),
    errors: ['conflict'],
    example: { body: { reaction: 'tutoring-refunds', eventId: existing.tutoringRequestId } },
  }),
  'POST /api/admin/system/put-aside/give-up': call({
    summary: 'Skip an event that a reaction set aside. It is never retried, and events that wait behind it continue.',
    access: 'runBusiness',
    service: 'command-api',
    status: 202,
    body: z.object({ ...ofPutAside, reason }),
    response: z.object({ isGivenUp: z.boolean() }),
    errors: ['conflict'],
    example: { body: { reaction: 'tutoring-refunds', eventId: existing.tutoringRequestId, reason: 'Paid by check.' } },
  }),
} as const
