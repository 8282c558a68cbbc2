/** Why the visitor was sent to the sign-in page, by a code in its URL. Text from the URL is never shown. */

export type SignInNotice = { tone: 'positive' | 'danger'; text: string }

/** Providers with the names on their buttons. */
export const PROVIDER_NAMES = { google: 'Google', microsoft: 'Outlook' } as const
export type Provider = keyof typeof PROVIDER_NAMES
export type Doing = 'sign in' | 'sign up'

const NOTICES: Readonly<Record<string, SignInNotice>> = {
  auth_failed: {
    tone: 'danger',
    text: 'Sign-in did not work. Please try again.',
  },
  unexpected_error: { tone: 'danger', text: 'Something went wrong while signing you in. Please try again.' },
  signed_out_here: {
    tone: 'danger',
    text: 'You’re signed out on this device. We have a problem on our side and couldn’t end the session there, too: if someone else may have it, change your password later.',
  },
  password_changed: { tone: 'positive', text: 'Your password has been changed. Sign in with the new one.' },
}

/** The same text whether or not the address has an account. */
const VERIFY_FIRST = 'Please verify your email address first. We have just written to it.'

const REASONS: Readonly<Record<string, string>> = {
  access_denied: ': it was cancelled there.',
  email_not_found: ': it told us no email address, and an account needs one.',
}

export function signInNotice(params: URLSearchParams): SignInNotice | null {
  const name = params.get('error') ?? params.get('notice') ?? ''
  const provider = params.get('provider') ?? ''
  if (name === 'auth_failed' && isProvider(provider)) return providerNotice(params, provider)
  return Object.hasOwn(NOTICES, name) ? (NOTICES[name] ?? null) : null
}

function providerNotice(params: URLSearchParams, provider: Provider): SignInNotice {
  const reason = params.get('reason') ?? ''
  if (reason === 'email_not_verified') return { tone: 'danger', text: VERIFY_FIRST }
  const doing = params.get('doing') === 'sign up' ? 'sign up' : 'sign in'
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : ''
  return { tone: 'danger', text: failedWith(provider, doing) + why }
}

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDER_NAMES, name)
}

export function failedWith(provider: Provider, doing: Doing): string {
  return `Failed to ${doing} with ${PROVIDER_NAMES[provider]}`
}
