/** Ends the session after an offline sign-out (app/kit/leave-offline.ts). */

import { expiredPersonalCookies } from '#app/auth/auth.server.ts'
import { SIGN_OUT_PATH } from '#app/kit/paths.ts'
import { parseCookieHeader, setCookie } from '#app/request/cookies.server.ts'
import { clearPhoneCookies, phoneToken } from '#infra/accounts/worker-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { signPhoneOut } from '#shop/programme/pin-sign-in.ts'

/** True if the session must end before the request is answered. */
export function mustSignOut(cookies: string, path: string): boolean {
  return parseCookieHeader(cookies, 'left') !== '' && path.replace(/\.data$/, '') !== SIGN_OUT_PATH
}

/**
 * Ends the session and redirects to the same URL with a 307, so that a form is sent again. Answers 503 if the
 * session cannot be ended, because the page would show data of the person who has signed out.
 */
export async function signOutAndRetry(
  { auth, db, settings }: Pick<Dependencies, 'auth' | 'db' | 'settings'>,
  request: Request,
): Promise<Response> {
  const cookies = request.headers.get('cookie') ?? ''
  const headers = new Headers({
    'content-type': 'application/json',
    origin: settings.origin,
    cookie: cookies,
  })
  for (const name of ['x-real-ip', 'user-agent']) headers.set(name, request.headers.get(name) ?? '')
  const signOut = new Request(`${settings.origin}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })
  const phone = phoneToken(cookies)
  const response = await auth.handler(signOut).catch(() => null)
  const isPhoneOut =
    phone === null ||
    (await signPhoneOut({ db }, phone).then(
      () => true,
      () => false,
    ))
  if (!response?.ok || !isPhoneOut)
    return new Response('The shop is unavailable right now. Please try again.', {
      status: 503,
      headers: { 'retry-after': '5', 'cache-control': 'no-store' },
    })
  const { pathname, search } = new URL(request.url)
  const answer = new Headers({
    // A path with two slashes would lead to another site.
    location: pathname.replace(/^\/+/, '/') + search,
    'cache-control': 'no-store',
  })
  const clearedCookies = (['left', 'cart', 'account'] as const).map((name) => setCookie(request, name, ''))
  for (const cookie of [
    ...response.headers.getSetCookie(),
    ...(phone ? clearPhoneCookies() : []),
    ...expiredPersonalCookies(request),
    ...clearedCookies,
  ])
    answer.append('set-cookie', cookie)
  return new Response(null, { status: 307, headers: answer })
}
