import { z } from 'zod'
import { stopReasons } from '../../accounts/mail-delivery.ts'
import { processKinds } from '../../admin/admin-actions.ts'
import { printableText } from '../../core/text.ts'
import { runBusiness } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { asOf, MAX_SEARCH_LENGTH, onDay } from './as-of.ts'
import { auditedTypes } from './audited-types.ts'
import { reason } from './forms.ts'

const incident = z.object({
  incident: z.string(),
  event: z.string().nullable(),
  stream: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})

export const serviceNames = ['edge', 'command-api', 'read-api', 'projector', 'worker'] as const
export type ServiceName = (typeof serviceNames)[number]

export const SystemState = z.object({
  at: z.iso.datetime(),
  services: z.array(
    z.object({
      name: z.enum(serviceNames),
      state: z.enum(['ready', 'notReady', 'silent']),
      version: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
      load: z
        .object({
          /** Since it started. */
          cpuSeconds: z.number(),
          /** 99% of delays were shorter. */
          eventLoopSeconds: z.number(),
          /** How long a small read took; null if the store is away. */
          stores: z.array(z.object({ store: z.string(), seconds: z.number().nullable() })),
          /** For a connection to PostgreSQL, since it started. */
          waits: z.object({ count: z.int(), seconds: z.number() }),
        })
        .nullable(),
    }),
  ),
  readModels: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      situation: z.enum(['live', 'backfilling', 'parked']),
      /** Bytes of the log behind; null if unknown. */
      lag: z.int().nullable(),
      incident: incident.nullable(),
    }),
  ),
  reactions: z.array(
    z.object({
      name: z.string(),
      situation: z.enum(['following', 'parked']),
      lag: z.int().nullable(),
      deferred: z.int(),
      /** Failed events that wait for an operator. */
      putAside: z.array(
        z.object({
          eventId: z.uuid(),
          event: z.string(),
          stream: z.string(),
          incident: z.string(),
          at: z.iso.datetime(),
          isDue: z.boolean(),
          /** Events of the same person or stream that wait behind it. */
          behind: z.int(),
        }),
      ),
      incident: incident.nullable(),
    }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      schedule: z.string(),
      lastRun: z
        .object({
          startedAt: z.iso.datetime(),
          endedAt: z.iso.datetime().nullable(),
          outcome: z.string(),
          error: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  generator: z.object({ state: z.enum(['on', 'off', 'silent']), model: z.string().nullable() }),
  mail: z.object({
    deferred: z.int(),
    parked: z.int(),
  }),
  stoppedAddresses: z.array(
    z.object({
      reason: z.enum(stopReasons),
      now: z.int(),
      lately: z.int(),
    }),
  ),
  /** Since each service started. */
  calls: z.array(
    z.object({
      service: z.string(),
      method: z.string(),
      route: z.string(),
      calls: z.int(),
      /** Answered with a status of 500 or above. */
      failed: z.int(),
      seconds: z.number(),
      /** Upper bounds in seconds, in order, each with how many answers took no longer. */
      within: z.array(z.tuple([z.number(), z.int()])),
    }),
  ),
  reconciliation: z
    .object({
      date: z.iso.date(),
      at: z.iso.datetime(),
      differences: z.int(),
    })
    .nullable(),
})
export type SystemState = z.infer<typeof SystemState>

const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  type: z.string(),
  what: z.string(),
  /** Null after erasure of the administrator or the person it is about: their key sealed it. */
  reason: z.string().nullable(),
  actorId: z.string(),
  actor: z.string(),
  userId: z.uuid().nullable(),
  name: z.string(),
  stream: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const adminAuditCalls = {
  'GET /api/admin/audit': runBusiness.read({
    summary: 'Actions of administrators and their reasons, latest first. Can be filtered by kind, administrator, day, or person.',
    page: true,
    query: z.object({
      asOf,
      from: z.iso.date().optional(),
      type: z.enum(auditedTypes).optional(),
      actorId: z.string().max(60).optional(),
      userId: z.uuid().optional(),
      search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
    }),
    response: z.array(AuditEntry),
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
  'GET /api/admin/audit/actors': runBusiness.read({
    summary: 'The people in the audit log, most active first.',
    response: z.array(
      z.object({
        actorId: z.string(),
        actor: z.string(),
        actions: z.int(),
      }),
    ),
  }),
} as const

const ofPutAside = { reaction: printableText({ max: 100, required: 'Please choose a reaction.' }), eventId: z.uuid() }

export const adminSystemCalls = {
  'GET /api/admin/system': runBusiness.read({
    summary: 'The current state of every service, read model, reaction, and job. With `asOf`, the comparison with Stripe on that day.',
    ...onDay,
    response: SystemState,
  }),
  'POST /api/admin/trigger-daily-emails': runBusiness.command({
    summary: "Have the worker send today's daily emails now to everyone who is due one and has not received it.",
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['conflict'],
  }),
  'POST /api/admin/system/resume': runBusiness.command({
    summary: 'Resume a parked read model or reaction. Takes effect within seconds.',
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
  'POST /api/admin/system/put-aside/retry': runBusiness.command({
    summary: 'Have a reaction retry an event that it set aside. Takes effect within seconds.',
    status: 202,
    body: z.object(ofPutAside),
    response: z.object({ isRetried: z.boolean() }),
    errors: ['conflict'],
    example: { body: { reaction: 'tutoring-refunds', eventId: existing.tutoringRequestId } },
  }),
  'POST /api/admin/system/put-aside/give-up': runBusiness.command({
    summary: 'Skip an event that a reaction set aside. It is never retried, and events that wait behind it continue.',
    status: 202,
    body: z.object({ ...ofPutAside, reason }),
    response: z.object({ isGivenUp: z.boolean() }),
    errors: ['conflict'],
    example: { body: { reaction: 'tutoring-refunds', eventId: existing.tutoringRequestId, reason: 'Paid by check.' } },
  }),
} as const
