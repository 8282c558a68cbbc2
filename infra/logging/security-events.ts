/** Security events, named as in OWASP's Application Logging Vocabulary. They never contain user input. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { widerNetworkOf } from '#infra/rate-limits/network.ts'
import type { Client } from '#shop/ctx.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** The last three are second factors. */
export type SignInWay =
  | 'password'
  | 'google'
  | 'outlook'
  | 'link'
  | 'pin'
  | 'card'
  | 'app'
  | 'passkey'
  | 'recovery'

/** A request's route pattern, and the ids among its parameters. */
export type RequestRoute = { method: string; route: string; ids: string[] }

export type SecurityEvent = { userId: string | null } & (
  | { event: 'authn_login_success'; way: SignInWay }
  | { event: 'authn_login_fail'; way: SignInWay }
  | { event: 'authn_login_fail_max'; way: SignInWay }
  | { event: 'authn_password_change' | 'authn_password_change_fail'; way: 'password' | 'link' }
  | { event: 'session_expired'; reason: 'sign-out' | 'timeout' }
  /** The cookie of an ended or forged session. */
  | { event: 'session_use_after_expire' }
  | ({ event: 'authz_fail'; status: number } & RequestRoute)
  /** `fields`: the schema's code for each refused field. */
  | ({ event: 'input_validation_fail'; status: number; fields: Record<string, string> } & RequestRoute)
  | ({ event: 'excess_rate_limit_exceeded' } & RequestRoute)
)

/**
 * Maximum lines of one event in ten minutes. `perNetwork`: for neighbouring networks (an IPv4 /24, an IPv6
 * /48). `inAll`: for all networks together; beyond it, each network still gets its `first` lines.
 */
export const LINES = { windowMs: 10 * MINUTE_MS, perNetwork: 120, inAll: 4000, first: 3 } as const

const ALL_NETWORKS = 'all'

type Window = {
  event: SecurityEvent['event']
  network: string
  endsAt: number
  lines: number
  leftOut: number
}

/** Writes security events up to `LINES`. Counts further events in a line with `leftOut` per event and network. */
export function securityLog({ log, now }: { log: Logger; now: () => Date }) {
  // All windows are equally long, so insertion order is the order in which they end.
  const windows = new Map<string, Window>()
  const closeUntil = (at: number) => {
    for (const [key, { event, network, endsAt, leftOut }] of windows) {
      if (endsAt > at) return
      windows.delete(key)
      if (leftOut > 0) log.warn({ log: 'security', event, network, leftOut }, 'security events left out')
    }
  }
  const countLine = (event: SecurityEvent['event'], network: string, at: number): Window => {
    const key = `${event} ${network}`
    const window = windows.get(key) ?? { event, network, endsAt: at + LINES.windowMs, lines: 0, leftOut: 0 }
    window.lines += 1
    windows.set(key, window)
    return window
  }
  return {
    write(event: SecurityEvent, client: Client & { requestId?: string | undefined }) {
      const at = now().getTime()
      closeUntil(at)
      // Limits bound the number of successful sign-ins, and the law requires us to keep each for a year.
      if (event.event !== 'authn_login_success') {
        const window = countLine(event.event, widerNetworkOf(client.network), at)
        const all = countLine(event.event, ALL_NETWORKS, at)
        if (window.lines > LINES.perNetwork || (all.lines > LINES.inAll && window.lines > LINES.first)) {
          window.leftOut += 1
          return
        }
      }
      const line = { log: 'security', ...event, ...codesIn(event), ...client }
      if (INFO.includes(event.event)) log.info(line, 'security event')
      else log.warn(line, 'security event')
    },
    close: () => closeUntil(Number.POSITIVE_INFINITY),
  }
}

/** Returns strings, because the log would redact codes in properties that have the names of fields. */
function codesIn(event: SecurityEvent): { fields?: string[] } {
  if (!('fields' in event)) return {}
  return { fields: Object.entries(event.fields).map(([name, code]) => `${name}: ${code}`) }
}

const INFO: SecurityEvent['event'][] = ['authn_login_success', 'authn_password_change', 'session_expired']

/** Events and refused fields of a request. `isLeftToJob`: a job writes the event of the refusal. */
export type Notes = { events: SecurityEvent[]; fields: Record<string, string>; isLeftToJob: boolean }
type Request = Notes & { requestId: string | undefined }

// The built pages have their own copy of this module and must share the storage.
const KEY = Symbol.for('shop security events')
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Request> }
shared[KEY] ??= new AsyncLocalStorage<Request>()
const requests = shared[KEY]

/** Runs a request and returns its notes. Log lines of the run have `requestId`. */
export async function collectNotes(run: () => Promise<unknown>, requestId?: string): Promise<Notes> {
  const notes: Request = { events: [], fields: {}, isLeftToJob: false, requestId }
  await requests.run(notes, run)
  return notes
}

export function currentRequest(): { requestId?: string } {
  const requestId = requests.getStore()?.requestId
  return requestId ? { requestId } : {}
}

/** Adds an event to the current request, if any. */
export function noteSecurity(event: SecurityEvent): void {
  requests.getStore()?.events.push(event)
}

/** Leaves the event of the current request's refusal to a job. */
export function leaveToJob(): void {
  const notes = requests.getStore()
  if (notes) notes.isLeftToJob = true
}

const FIELD = /^[a-z][\w.-]{0,60}$/i
const MAX_FIELDS = 20

/** Adds the fields that a schema refused, each with its first code. */
export function noteFields(codes: Readonly<Record<string, string>>): void {
  const fields = requests.getStore()?.fields
  if (!fields) return
  for (const [name, code] of Object.entries(codes).slice(0, MAX_FIELDS))
    fields[FIELD.test(name) ? name : 'other'] ??= code
}

/** Returns each field's first code by the field's name, such as 'items.0.quantity'. */
export function codesOf(issues: readonly { path: readonly PropertyKey[]; code: string }[]) {
  const codes: Record<string, string> = {}
  for (const { path, code } of issues) codes[path.map(String).join('.') || 'body'] ??= code
  return codes
}
