/**
 * Security events as lines of the program's log, by the names of OWASP's Application Logging Vocabulary. They hold ids, names
 * of fields and words of the program, never what somebody typed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { widerNetworkOf } from '#infra/rate-limits/network.ts'
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

/**
 * Lines of one event in ten minutes: of one network, and for refusals also of the networks around it and of all together. Where
 * those are used up, each network still gets its `first` lines, as many as `spare` and `allSpare` in those two allow.
 */
export const LINES = {
  windowMs: 10 * MINUTE_MS,
  perNetwork: 60,
  wider: 240,
  refusals: 2_000,
  first: 3,
  spare: 30,
  allSpare: 2_000,
} as const

/** `spare`: lines that were written although there were too many. */
type Window = {
  event: SecurityEvent['event']
  network: string
  endsAt: number
  lines: number
  spare: number
  leftOut: number
}

const isUsedUp = ({ lines, spare }: Window, most: number) => lines - spare >= most

/**
 * Writes security events to the log. So that a flood fills no disk, each network has so many lines of an event in ten minutes
 * (those of refusals do not use up those of sign-ins), the networks around it and all together so many of a refusal. A flood
 * from many networks does not hide the first lines of another one. How many more there were is a line of its own, with the
 * first event after that time or at the end.
 */
export function securityLog({ log, now }: { log: Logger; now: () => Date }): SecurityLog {
  // In the order in which they end.
  const windows = new Map<string, Window>()
  const tell = ({ event, network, leftOut }: Window) => {
    if (leftOut > 0) log.warn({ log: 'security', event, network, leftOut }, 'security events left out')
  }
  const tellEnded = (at: number) => {
    for (const [key, window] of windows) {
      if (window.endsAt > at) return
      windows.delete(key)
      tell(window)
    }
  }
  /** A new window is kept only with a line, so that there are no more of them than lines. */
  const windowOf = (event: SecurityEvent['event'], network: string, at: number): Window =>
    windows.get(`${event} ${network}`) ?? {
      event,
      network,
      endsAt: at + LINES.windowMs,
      lines: 0,
      spare: 0,
      leftOut: 0,
    }
  return {
    write(event, from) {
      const at = now().getTime()
      tellEnded(at)
      const [all, wider, own] = [ALL, `around ${widerNetworkOf(from.network)}`, from.network].map((network) =>
        windowOf(event.event, network, at),
      ) as [Window, Window, Window]
      if (own.lines >= LINES.perNetwork) {
        own.leftOut += 1
        return
      }
      const isLimited = event.event !== 'authn_login_success'
      const full = [
        ...(isUsedUp(wider, LINES.wider) ? [wider] : []),
        ...(isUsedUp(all, LINES.refusals) ? [all] : []),
      ]
      const isSpare = isLimited && full.length > 0
      const isLeft = own.lines >= LINES.first || wider.spare >= LINES.spare || all.spare >= LINES.allSpare
      if (isSpare && isLeft) {
        const [first] = full
        if (first) first.leftOut += 1
        return
      }
      for (const window of [all, wider, own]) {
        window.lines += 1
        if (isSpare) window.spare += 1
        windows.set(`${window.event} ${window.network}`, window)
      }
      const line = { log: 'security', ...event, ...codesIn(event), ...from }
      if (FINE.includes(event.event)) log.info(line, 'security event')
      else log.warn(line, 'security event')
    },
    close() {
      for (const window of windows.values()) tell(window)
      windows.clear()
    },
  }
}

/** As 'email: invalid_format': under the field's name the log would take a code for what was typed, and cut it. */
function codesIn(event: SecurityEvent): { fields?: string[] } {
  if (!('fields' in event)) return {}
  return { fields: Object.entries(event.fields).map(([name, code]) => `${name}: ${code}`) }
}

const ALL = 'all'
const FINE: SecurityEvent['event'][] = ['authn_login_success', 'authn_password_change', 'session_expired']

/** What a request has told so far. `fields`: refused by a schema. `isSaid`: its refusal is written by somebody else. */
export type Notes = { events: SecurityEvent[]; fields: Record<string, string>; isSaid: boolean }
type Request = Notes & { requestId: string | undefined }

// The built pages have a copy of this module, which must find the same request.
const KEY = Symbol.for('shop security events')
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Request> }
shared[KEY] ??= new AsyncLocalStorage<Request>()
const requests = shared[KEY]

/** Runs a request, and returns what it told. Lines of the log that are written meanwhile have `requestId`. */
export async function notesDuring(run: () => Promise<unknown>, requestId?: string): Promise<Notes> {
  const notes: Request = { events: [], fields: {}, isSaid: false, requestId }
  await requests.run(notes, run)
  return notes
}

/** The id of the request under way, for every line of the log; nothing outside requests. */
export function requestUnderWay(): { requestId?: string } {
  const requestId = requests.getStore()?.requestId
  return requestId ? { requestId } : {}
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
