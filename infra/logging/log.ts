import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequest } from '#infra/logging/security-events.ts'
import { neverLogged } from '#shop/privacy/protection.ts'

export type Log = Logger

/** Logs JSON lines without secrets and personal data. Lines of a request have its id. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: currentRequest,
    serializers: { err: serializeError },
    redact: {
      paths: [
        'cookie',
        '*.cookie',
        'authorization',
        'headers',
        ...neverLogged().flatMap((name) => [name, `*.${name}`]),
      ],
      censor: '[cut]',
    },
  }
  return pino(options, destination)
}

/** Leaves out the database client that pg attaches to errors. */
function serializeError(error: Error): object {
  const { client, ...line } = pino.stdSerializers.err(error)
  return line
}
