import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** A logger that writes JSON lines to standard output. Secrets that might stand in a request never reach it. */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token', '*.password', '*.token'],
    },
    destination,
  )
