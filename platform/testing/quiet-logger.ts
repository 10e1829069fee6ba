import { createLogger } from '../logger.ts'

export const quietLogger = createLogger('test', 'silent')
