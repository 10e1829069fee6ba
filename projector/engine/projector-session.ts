/**
 * How the projector's sessions are set up. They do not wait for the disk: rows and checkpoint are one transaction, so
 * what a crash of Postgres takes, it takes together, and the projector folds it again from the log.
 */
export const projectorSession = (name: string) => ({ name, max: 16, parameters: { synchronous_commit: 'off' } })
