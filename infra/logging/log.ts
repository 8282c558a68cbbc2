import { type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON object per line on standard output. Secrets and personal data are cut out wherever they appear. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', '*.password', '*.token', '*.cookie', 'headers'],
      censor: '[cut]',
    },
  })
}
