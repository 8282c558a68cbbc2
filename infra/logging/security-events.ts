/**
 * Security events as lines of the program's log, by the names of OWASP's Application Logging Vocabulary. They hold ids, names
 * of fields and words of the program, never what somebody typed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '#infra/logging/log.ts'
import type { Client } from '#shop/ctx.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** How somebody proves to be a person; the last three are second factors. */
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

/** A request as it is logged: the pattern of its address, and those of its parameters that are ids. */
export type Asked = { method: string; route: string; ids: string[] }

export type SecurityEvent = { userId: string | null } & (
  | { event: 'authn_login_success'; way: SignInWay }
  | { event: 'authn_login_fail'; way: SignInWay }
  /** The tries of this account are used up. */
  | { event: 'authn_login_fail_max'; way: SignInWay }
  | { event: 'authn_password_change' | 'authn_password_change_fail'; way: 'password' | 'link' }
  | { event: 'session_expired'; reason: 'sign-out' | 'timeout' }
  /** The cookie of a session that has ended, or that never was. */
  | { event: 'session_use_after_expire' }
  | ({ event: 'authz_fail'; status: number } & Asked)
  /** `fields`: why each was refused, by a code of the schema. */
  | ({ event: 'input_validation_fail'; status: number; fields: Record<string, string> } & Asked)
  | ({ event: 'excess_rate_limit_exceeded' } & Asked)
)

type From = Client & { requestId?: string | undefined }

export type SecurityLog = {
  /** Writes a line, unless there were too many of its kind. */
  write(event: SecurityEvent, from: From): void
  /** Writes how many lines were left out so far. */
  close(): void
}

/** Lines of one event in ten minutes: of one network, and of all networks together. */
export const LINES = { windowMs: 10 * MINUTE_MS, perNetwork: 60, refusals: 2_000 } as const

type Window = {
  event: SecurityEvent['event']
  network: string
  endsAt: number
  lines: number
  leftOut: number
}

/**
 * Writes security events to the log. So that a flood fills no disk, each network has so many lines of an event in ten minutes
 * (those of refusals do not use up those of sign-ins), all networks together so many of a refusal; how many more there were is
 * a line of its own, with the first event after that time or at the end.
 */
export function securityLog({ log, now }: { log: Log; now: () => Date }): SecurityLog {
  // In the order in which they end.
  const windows = new Map<string, Window>()
  const tell = ({ event, network, leftOut }: Window) => {
    if (leftOut > 0) log.warn({ log: 'security', event, network, leftOut }, 'security events left out')
  }
  const windowOf = (event: SecurityEvent['event'], network: string, at: number): Window => {
    const key = `${event} ${network}`
    const found = windows.get(key)
    if (found) return found
    const begun = { event, network, endsAt: at + LINES.windowMs, lines: 0, leftOut: 0 }
    windows.set(key, begun)
    return begun
  }
  return {
    write(event, from) {
      const at = now().getTime()
      for (const [key, window] of windows) {
        if (window.endsAt > at) break
        windows.delete(key)
        tell(window)
      }
      const all = windowOf(event.event, ALL, at)
      // A network gets a window of its own only with a line, so that these are no more than the lines.
      if (event.event !== 'authn_login_success' && all.lines >= LINES.refusals) {
        all.leftOut += 1
        return
      }
      const own = windowOf(event.event, from.network, at)
      if (own.lines >= LINES.perNetwork) {
        own.leftOut += 1
        return
      }
      own.lines += 1
      all.lines += 1
      const line = { log: 'security', ...event, ...from }
      if (FINE.includes(event.event)) log.info(line, 'security event')
      else log.warn(line, 'security event')
    },
    close() {
      for (const window of windows.values()) tell(window)
      windows.clear()
    },
  }
}

const ALL = 'all'
const FINE: SecurityEvent['event'][] = ['authn_login_success', 'authn_password_change', 'session_expired']

/** What a request has told so far. `fields`: refused by a schema. `isSaid`: its refusal is written by somebody else. */
export type Notes = { events: SecurityEvent[]; fields: Record<string, string>; isSaid: boolean }

// The built pages have a copy of this module, which must find the same request.
const KEY = Symbol.for('shop security events')
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Notes> }
shared[KEY] ??= new AsyncLocalStorage<Notes>()
const requests = shared[KEY]

/** Runs a request, and returns what it told. */
export async function notesDuring(run: () => Promise<unknown>): Promise<Notes> {
  const notes: Notes = { events: [], fields: {}, isSaid: false }
  await requests.run(notes, run)
  return notes
}

/** Tells an event of the request under way; outside requests nothing happens. */
export function noteSecurity(event: SecurityEvent): void {
  requests.getStore()?.events.push(event)
}

/** The refusal of the request under way is written by a job. */
export function leaveToJob(): void {
  const notes = requests.getStore()
  if (notes) notes.isSaid = true
}

const FIELD = /^[a-z][\w.-]{0,60}$/i
const MOST_FIELDS = 20

/** Tells which fields a schema refused, with its codes ('too_big'); a field's first code counts. */
export function noteFields(codes: Readonly<Record<string, string>>): void {
  const fields = requests.getStore()?.fields
  if (!fields) return
  for (const [name, code] of Object.entries(codes).slice(0, MOST_FIELDS))
    fields[FIELD.test(name) ? name : 'other'] ??= code
}

/** Codes by the names of fields, such as 'items.0.quantity'. */
export function codesOf(
  issues: readonly { path: readonly PropertyKey[]; code: string }[],
): Record<string, string> {
  const codes: Record<string, string> = {}
  for (const { path, code } of issues) codes[path.map(String).join('.') || 'body'] ??= code
  return codes
}
