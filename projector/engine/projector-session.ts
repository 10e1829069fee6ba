import { planOnce } from '@medicready/platform/postgres/connection'

/**
 * How the projector's sessions are set up. They do not wait for the disk: rows and checkpoint are one transaction, so
 * what a crash of Postgres takes, it takes together, and the projector folds it again from the log.
 *
 * Every statement of a fold finds rows by their keys, and is planned once for a session. Left to itself, the planner
 * would read whole tables for as long as the session lasts, if they were small when it planned.
 */
export const projectorSession = (name: string) => ({
  name,
  max: 16,
  parameters: {
    synchronous_commit: 'off',
    ...planOnce,
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  },
})
