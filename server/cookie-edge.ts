/** Over https, cookie names begin with `__Host-`, or `__Secure-` if limited to a path. The program sees no prefix. */
import type { IncomingMessage } from 'node:http'
import { COOKIE_NAMES, type CookieName, cookiePaths } from '#app/request/cookies.server.ts'
import { bearerToken, SESSION_COOKIE, signCookie, signedValue } from '#infra/accounts/current-session.ts'
import { WORKER_COOKIE } from '#infra/accounts/worker-session.ts'
import { rawHeader, replaceHeaders } from '#server/client-address.ts'
import { attempt } from '#shop/kernel/result.ts'

const HOST = '__Host-'
const SECURE = '__Secure-'
const LIBRARY = 'better-auth.'

type Options = { isSecure: boolean; sessionKeys: readonly [string, ...string[]]; sessionSeconds: number }

export type CookieEdge = ReturnType<typeof cookieEdge>

/** Every request passes `receive` before anything reads its cookies. */
export function cookieEdge({ isSecure, sessionKeys, sessionSeconds }: Options) {
  const resignedSessions = new WeakMap<IncomingMessage, string>()
  return {
    /**
     * Renames the request's cookies. Drops cookies that another host could have set. A bearer token to the API
     * becomes the session cookie, so that all rules of sessions apply to it.
     */
    receive(request: IncomingMessage) {
      const header = isSecure ? cookieHeader(request) : ''
      if (header !== '') setCookieHeader(request, withBareNames(header))
      const token = bearerOf(request)
      if (token === null) return
      const cookies = cookieHeader(request)
      if (cookies.includes(`${SESSION_COOKIE}=`)) return
      const session = `${SESSION_COOKIE}=${encodeURIComponent(token)}`
      setCookieHeader(request, cookies === '' ? [session] : [cookies, session])
    },
    /** Signs the cookies of an older key again, with the newest key. */
    sign(request: IncomingMessage) {
      const header = cookieHeader(request)
      if (!header.includes(LIBRARY)) return
      let isChanged = false
      const cookies = header.split('; ').map((pair) => {
        const { name, value } = parsePair(pair)
        const resigned = name.startsWith(LIBRARY) ? signAgain(value, sessionKeys) : null
        if (resigned === null) return pair
        isChanged = true
        if (name === SESSION_COOKIE) resignedSessions.set(request, resigned)
        return `${name}=${resigned}`
      })
      if (isChanged) setCookieHeader(request, cookies)
    },
    /** Returns the Set-Cookie values under the names that browsers store. */
    toStored(request: IncomingMessage, setCookies: readonly string[]) {
      const names = new Set(setCookies.map((cookie) => parsePair(cookie.split(';', 1)[0] ?? '').name))
      const session = resignedSessions.get(request)
      const all = [...setCookies]
      if (session !== undefined && !names.has(SESSION_COOKIE))
        all.push(`${SESSION_COOKIE}=${session}; Max-Age=${sessionSeconds}; Path=/; HttpOnly; SameSite=Lax`)
      return isSecure ? all.map(toStoredCookie) : all
    },
    /** Returns the new signed token if the request sent a bearer token that was signed again, otherwise null. */
    newToken(request: IncomingMessage): string | null {
      return bearerOf(request) === null ? null : (resignedSessions.get(request) ?? null)
    },
  }
}

function bearerOf({ url = '', rawHeaders }: IncomingMessage): string | null {
  return url.startsWith('/api/') ? bearerToken(rawHeader(rawHeaders, 'authorization')) : null
}

function withBareNames(header: string): string[] {
  const own = new Map<string, string>()
  const others: string[] = []
  for (const pair of header.split(/;\s*/)) {
    const { name, value } = parsePair(pair)
    const bare = name.replace(/^__(?:Host|Secure)-/, '')
    if (!isOwn(bare)) others.push(pair)
    else if (name === browserCookieName(bare) && !own.has(bare)) own.set(bare, value)
  }
  return [...others, ...[...own].map(([name, value]) => `${name}=${value}`)]
}

/** Returns the cookie under its stored name, with the Secure attribute that the prefix requires. */
function toStoredCookie(cookie: string): string {
  const { name } = parsePair(cookie.split(';', 1)[0] ?? '')
  if (!isOwn(name)) return cookie
  return `${browserCookieName(name)}${cookie.slice(name.length)}${/;\s*secure\b/i.test(cookie) ? '' : '; Secure'}`
}

function browserCookieName(bare: string): string {
  return (isShopCookie(bare) && !cookiePaths(bare).includes('/') ? SECURE : HOST) + bare
}

function isShopCookie(name: string): name is CookieName {
  return COOKIE_NAMES.has(name)
}

function isOwn(name: string): boolean {
  return isShopCookie(name) || name === WORKER_COOKIE || name.startsWith(LIBRARY)
}

/** Returns the value signed by the newest key if it was signed by an older key, otherwise null. */
function signAgain(cookie: string, [newest, ...older]: readonly [string, ...string[]]): string | null {
  const text = attempt(() => decodeURIComponent(cookie))
  if (text === undefined || signedValue(text, newest) !== null) return null
  for (const key of older) {
    const value = signedValue(text, key)
    if (value !== null) return encodeURIComponent(signCookie(value, newest))
  }
  return null
}

function parsePair(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  return at < 0 ? { name: pair, value: '' } : { name: pair.slice(0, at), value: pair.slice(at + 1) }
}

/** Searches the raw headers first, because Node builds `headers` only when they are used. */
function cookieHeader(request: IncomingMessage): string {
  return rawHeader(request.rawHeaders, 'cookie') === undefined ? '' : (request.headers.cookie ?? '')
}

function setCookieHeader(request: IncomingMessage, cookies: readonly string[]): void {
  replaceHeaders(request, { cookie: cookies.join('; ') || null })
}
