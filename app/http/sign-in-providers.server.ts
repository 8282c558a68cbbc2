import type { RouterContextProvider } from 'react-router'
import { formRefused } from '#app/http/auth.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'

const PROVIDERS = {
  google: { name: 'Google', settings: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET' },
  outlook: { name: 'Outlook', settings: 'OUTLOOK_CLIENT_ID and OUTLOOK_CLIENT_SECRET' },
} as const

type Provider = keyof typeof PROVIDERS

/** Which provider's button sent this form, if any. */
export function providerOf(form: FormData): Provider | null {
  const name = form.get('provider')
  return name === 'google' || name === 'outlook' ? name : null
}

/** Without its keys a provider cannot be asked: the visitor reads that it failed, the log says what is missing. */
export function providerRefused(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  provider: Provider,
  doing: 'sign in' | 'sign up',
) {
  const { reportError, requestId } = context.get(requestContext)
  const { name, settings } = PROVIDERS[provider]
  reportError(new Error(`${settings} are not set: nobody can ${doing} with ${name}`), requestId)
  return formRefused(form, { message: `Failed to ${doing} with ${name}`, field: null }, 503)
}
