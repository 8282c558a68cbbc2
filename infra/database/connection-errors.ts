/** SQLSTATEs: connection, shutdown or start, timeout, full disk or too many clients, read-only, unknown outcome. */
const STATES = /^(08...|57P0[1-3]|57014|53[13]00|25006|40003)$/
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** Errors of the driver that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** True if the database is unavailable and the request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return STATES.test(code) || SYSTEM_CODES.has(code) || MESSAGES.test(error.message)
}
