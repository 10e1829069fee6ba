import { createLogger } from '../logger.ts'

/** A logger for tests, where only what a test looks at should speak. */
export const quietLogger = createLogger('test', 'silent')
