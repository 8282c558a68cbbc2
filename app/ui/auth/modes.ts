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
    lead: 'To place orders and follow them home.',
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
} as const

export type AuthMode = keyof typeof MODES
