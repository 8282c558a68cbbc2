import { resetInput, signInInput, signUpInput } from '#shop/customers/input.ts'

export const MODES = {
  signin: {
    path: '/auth/signin',
    title: 'Sign in',
    lead: null,
    submit: 'Sign In',
    busy: 'Signing in...',
    schema: signInInput,
  },
  signup: {
    path: '/auth/signup',
    title: 'Create account',
    lead: 'To place orders and track them to your door.',
    submit: 'Create Account',
    busy: 'Creating account...',
    schema: signUpInput,
  },
  reset: {
    path: '/auth/reset-password',
    title: 'Reset password',
    lead: "Enter your email address and we'll send you a link to reset your password.",
    submit: 'Send Reset Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
  verify: {
    path: '/auth/verify-email',
    title: 'Verify your email address',
    lead: 'The link that we send you works once, for one hour.',
    submit: 'Send New Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
} as const

/** The modes that ask for an address and send a link to it. */
export function sendsLink(mode: AuthMode): boolean {
  return mode === 'reset' || mode === 'verify'
}

export type AuthMode = keyof typeof MODES
