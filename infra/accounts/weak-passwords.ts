import type { WeakPassword } from '#shop/customers/password-rules.ts'

/** Codes and messages for programs. Pages have their own messages. */
export const WEAK_PASSWORDS = {
  common: {
    code: 'PASSWORD_COMMON',
    message: 'This password is among the most common ones. Please choose another.',
  },
  own: {
    code: 'PASSWORD_OWN_NAME',
    message: 'Please choose a password without your name, your email address or the name of the shop.',
  },
  leaked: {
    code: 'PASSWORD_LEAKED',
    message: 'This password is known from a data leak elsewhere. Please choose another.',
  },
} as const satisfies Record<WeakPassword, { code: string; message: string }>
