import { serialize } from 'hono/utils/cookie'
import type { RouterContextProvider } from 'react-router'
import { askAccounts, withCookies } from '#app/auth/auth.server.ts'
import { requestContext } from '#app/request/context.server.ts'
import { hintCookie, setCookie } from '#app/request/cookies.server.ts'
import { VISITOR } from '#shop/kernel/actor.ts'

/**
 * Signs this browser out. The response must carry `headers`: they take from the device what belongs to the person,
 * also when the records cannot be reached and the session goes on there (`isEnded` is false then).
 */
export async function signOutHere(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ isEnded: boolean; headers: Headers }> {
  const { ok, cookies } = await askAccounts(request, context, '/sign-out', {})
  const hint = hintCookie(request, VISITOR)
  // The cart stays with the account; the next person at this device starts with an empty one.
  const cart = setCookie(request, 'cart', '')
  const session = ok ? cookies : [await noSession(context)]
  return { isEnded: ok, headers: withCookies([...session, cart, ...(hint ? [hint] : [])]) }
}

/** The Set-Cookie value that takes the session from the browser, without the library. */
async function noSession(context: Readonly<RouterContextProvider>): Promise<string> {
  const { name, attributes } = (await context.get(requestContext).auth.$context).authCookies.sessionToken
  return serialize(name, '', { ...attributes, maxAge: 0 })
}
