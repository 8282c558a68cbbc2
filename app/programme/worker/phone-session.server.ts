import { serialize } from 'hono/utils/cookie'
import { data, type RouterContextProvider } from 'react-router'
import { signOutHere } from '#app/auth/auth.server.ts'
import type { Sign } from '#app/programme/worker/pin-page.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { languageCookie, pinLanguage } from '#app/request/cookies.server.ts'
import { refuse } from '#app/request/form.server.ts'
import { signCookie } from '#infra/accounts/current-session.ts'
import { deviceCookie } from '#infra/accounts/known-devices.ts'
import { phoneCookie, phoneToken, screensCookie } from '#infra/accounts/worker-session.ts'
import { sessionEnd } from '#shop/programme/pin.ts'
import { signPhoneOut } from '#shop/programme/pin-sign-in.ts'

/** Refuses the form like `refuse`, and adds an icon for workers who cannot read. */
export function refuseWithSign(
  sign: Sign,
  form: FormData,
  message: string,
  { status, headers = {} }: { status: number; headers?: Record<string, string> },
) {
  const { data: answer, init } = refuse(form, message, status, headers)
  return data({ ...answer, sign }, init ?? undefined)
}

type Context = Readonly<RouterContextProvider>

/** Returns headers that store the language of this page in a cookie. */
export function rememberLanguage(request: Request): Headers {
  const headers = new Headers()
  const cookie = languageCookie(request, pinLanguage(request))
  if (cookie) headers.append('set-cookie', cookie)
  return headers
}

/** Returns the name of the person who is signed in on this phone, with PIN or email; null without a session. */
export function signedInName(context: Context): string | null {
  const { ctx, pinWorker } = context.get(requestContext)
  if (pinWorker) return pinWorker.fullName
  return ctx.actor.kind === 'person' ? ctx.actor.fullName : null
}

/** Returns headers that sign a worker in on this phone, and sign out the person who was signed in before. */
export async function beginPhoneSession(
  request: Request,
  context: Context,
  { token, isShared, userId }: { token: string; isShared: boolean; userId: string },
): Promise<Headers> {
  const { auth, ctx } = context.get(requestContext)
  const isOther = ctx.actor.kind === 'person'
  const headers = isOther ? (await signOutHere(request, context)).headers : new Headers()
  const cookies = request.headers.get('cookie') ?? ''
  const earlier = phoneToken(cookies)
  if (earlier) await signPhoneOut(ctx, earlier)
  const isSecure = new URL(request.url).protocol === 'https:'
  headers.append('set-cookie', phoneCookie(token, { isShared, isSecure }))
  const library = await auth.$context
  const { name, value, attributes } = deviceCookie(library, { cookies, userId, now: ctx.now })
  headers.append('set-cookie', serialize(name, signCookie(value, library.secret), attributes))
  const endsAt = sessionEnd(isShared, ctx.now)
  const keys = ctx.phoneKeys(userId)
  headers.append('set-cookie', screensCookie(token, { isShared, isSecure, endsAt, userId, keys }))
  return headers
}
