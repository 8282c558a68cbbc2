import { expect, it } from 'vitest'
import { signInNotice } from '#app/auth/sign-in-notice.ts'

const noticeOf = (query: string) => signInNotice(new URLSearchParams(query), 'en')

it.each([
  ['error=auth_failed', 'Sign-in did not work. Please try again.'],
  ['error=unexpected_error', 'Something went wrong while signing you in. Please try again.'],
  [
    'error=auth_failed&provider=google&reason=email_not_found',
    'Failed to sign in with Google: it told us no email address, and an account needs one.',
  ],
  [
    'error=auth_failed&provider=microsoft&doing=sign+up&reason=access_denied',
    'Failed to sign up with Outlook: it was cancelled there.',
  ],
  ['error=auth_failed&provider=microsoft&reason=toString', 'Failed to sign in with Outlook'],
  [
    'error=auth_failed&provider=google&reason=email_not_verified',
    'Please verify your email address first. We have just written to it.',
  ],
])('explains %s', (query, text) => {
  const button = query.includes('microsoft') ? 'outlook' : 'google'
  expect(noticeOf(query)).toEqual({ tone: 'danger', text, button })
})

it('never shows text from the URL', () => {
  for (const query of ['', 'error=Pay+us', 'notice=constructor', 'error=auth_failed&provider=Evil'])
    expect(noticeOf(query)?.text ?? '').not.toMatch(/Pay|Evil|function/)
  expect(noticeOf('error=Pay+us')).toBeNull()
})
