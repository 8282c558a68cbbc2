import { type RouterContextProvider, redirect } from 'react-router'
import { accountsRefused, askAccounts, formRefused, withCookies } from '#app/auth/auth.server.ts'
import { type Doing, failedWith, type Provider } from '#app/auth/sign-in-notice.ts'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'

/** The values of the buttons. */
const BUTTONS: Readonly<Record<string, Provider>> = { google: 'google', outlook: 'microsoft' }

/** Which provider's button sent this form, if any. */
export function providerOf(form: FormData): Provider | null {
  const name = form.get('provider')
  return typeof name === 'string' && Object.hasOwn(BUTTONS, name) ? (BUTTONS[name] ?? null) : null
}

type Posted = { request: Request; context: Readonly<RouterContextProvider>; form: FormData }

/** Leads to the provider, or says that it failed; the account library has logged why. */
export async function leaveFor(provider: Provider, doing: Doing, { request, context, form }: Posted) {
  const returnTo = returnToOf(request.url)
  const answer = await askAccounts(request, context, '/sign-in/social', {
    provider,
    callbackURL: withQuery('/auth/callback', { returnTo }),
    errorCallbackURL: withQuery('/auth/callback', { provider, doing, returnTo }),
  })
  if (answer.ok && answer.location !== null)
    return redirect(answer.location, { headers: withCookies(answer.cookies) })
  if (answer.wait > 0) return accountsRefused(form, answer)
  return formRefused(form, { message: failedWith(provider, doing), field: null }, 503)
}
