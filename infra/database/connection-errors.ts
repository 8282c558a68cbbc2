/**
 * SQLSTATEs of a server that goes, comes, is full or is no longer the primary: connection exceptions, shutdown, starting
 * up, disk full, too many clients, a query that took longer than it may, read-only, and an end that is unknown.
 */
const AWAY_STATES = /^(08...|57P0[1-3]|57014|53[13]00|25006|40003)$/
const AWAY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** Errors of the driver that have no code. */
const AWAY_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** True when a query failed because the database cannot be reached now; the request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_STATES.test(code) || AWAY_SYSTEM.has(code) || AWAY_TEXT.test(error.message)
}
