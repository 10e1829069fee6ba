import { v5 as uuidV5 } from 'uuid'

const ATTEMPT_NAMESPACE = '7f0a6a55-3d2e-4d0c-9a51-1f8e4f2c6b93'

export const questionIdOfAttempt = (attemptId: string, part = 1): string =>
  uuidV5(part === 1 ? attemptId : `${attemptId}/part ${part}`, ATTEMPT_NAMESPACE)

export const commandIdOfAttempt = (attemptId: string, step: string): string => uuidV5(`${attemptId}/${step}`, ATTEMPT_NAMESPACE)

export const setOfAttempt = (attemptId: string): string => `generated-${attemptId}`

export const seedOfAttempt = (attemptId: string): number => Number.parseInt(attemptId.slice(0, 7), 16)
