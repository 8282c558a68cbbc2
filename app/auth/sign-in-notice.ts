/** The reason why the visitor was sent to sign in, as a code in the URL. Text from the URL is never shown. */
import { AUTH_WORDS } from '#app/auth/words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** `button`: the provider's button beside which the text is shown. If the provider is unknown, the first button. */
export type SignInNotice = { tone: 'positive' | 'danger'; text: string; button?: 'google' | 'outlook' }

export const PROVIDER_NAMES = { google: 'Google', microsoft: 'Outlook' } as const
export type Provider = keyof typeof PROVIDER_NAMES
export type ProviderPurpose = 'sign in' | 'sign up'

const TONES = {
  auth_failed: 'danger',
  unexpected_error: 'danger',
  signed_out_here: 'danger',
  cookies_blocked: 'danger',
  password_changed: 'positive',
  session_old: 'positive',
} as const

export function signInNotice(params: URLSearchParams, language: WrittenLanguage): SignInNotice | null {
  const name = params.get('error') ?? params.get('notice') ?? ''
  const provider = params.get('provider') ?? ''
  if (name === 'auth_failed' && isProvider(provider)) {
    const button = provider === 'microsoft' ? 'outlook' : provider
    return { tone: 'danger', text: providerNotice(params, provider, language), button }
  }
  if (!isNotice(name)) return null
  const isBesideButton = name === 'auth_failed' || name === 'unexpected_error'
  const text = AUTH_WORDS[language].notices[name]
  return { tone: TONES[name], text, ...(isBesideButton && { button: 'google' as const }) }
}

function providerNotice(params: URLSearchParams, provider: Provider, language: WrittenLanguage): string {
  const { provider: words, notices } = AUTH_WORDS[language]
  const reason = params.get('reason')
  // Shows the same text whether or not the address has an account.
  if (reason === 'email_not_verified') return notices.verify_first
  const purpose = params.get('doing') === 'sign up' ? 'sign up' : 'sign in'
  const why = reason === 'access_denied' || reason === 'email_not_found' ? words[reason] : ''
  return words.failure(PROVIDER_NAMES[provider], purpose) + why
}

function isNotice(name: string): name is keyof typeof TONES {
  return Object.hasOwn(TONES, name)
}

function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDER_NAMES, name)
}
