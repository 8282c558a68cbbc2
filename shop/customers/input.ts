/** Input schemas for accounts, shared by pages, API and browser with the same messages. */
import { z } from 'zod'

const BAD_EMAIL = 'Please enter a valid email address'
const BAD_PHONE = 'Please enter a valid phone number'
const BAD_NAME = 'Full name must be at least 2 characters'
const MISMATCH = "Passwords don't match"

/** The longest address that mail servers accept (RFC 5321). */
const MAX_EMAIL_LENGTH = 254
/** In characters. */
export const MAX_NAME_LENGTH = 100
/** Hashing longer passwords costs the server time without adding security. */
const MAX_PASSWORD_LENGTH = 128

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line refuses
const CONTROL = /[\u0000-\u001f\u007f]/

/** Compared without case everywhere, so stored in lower case. */
const email = z
  .string({ error: BAD_EMAIL })
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, BAD_EMAIL)
  .pipe(z.email(BAD_EMAIL))

const newPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, 'Password must be at least 8 characters')
  .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
  .regex(/[a-z]/, 'Password must contain at least one lowercase letter')
  .regex(/[0-9]/, 'Password must contain at least one number')
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`)

const fullName = z
  .string({ error: BAD_NAME })
  .trim()
  .min(2, BAD_NAME)
  .max(MAX_NAME_LENGTH, `Full name must be at most ${MAX_NAME_LENGTH} characters`)
  .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')

/** International: an optional plus, a first digit 1-9, 1 to 14 further digits. Empty means none. */
const phoneNumber = z
  .string({ error: BAD_PHONE })
  .trim()
  .refine((text) => text === '' || /^\+?[1-9][0-9]{1,14}$/.test(text), BAD_PHONE)
  .transform((text) => text || null)
  .nullable()

const confirmPassword = z.string({ error: MISMATCH })

export const signInInput = z.object({
  email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
})

/** The data of a new account. */
export const newAccountInput = z.object({ fullName, email, password: newPassword })

/** The sign-up form: a new account with the password typed twice. */
export const signUpInput = newAccountInput
  .extend({ confirmPassword })
  .refine((input) => input.password === input.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] })

/** Requests a link for setting a new password. */
export const resetInput = z.object({ email })

/** Sets a new password with such a link. */
export const newPasswordInput = z
  .object({ password: newPassword, confirmPassword })
  .refine((input) => input.password === input.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] })

/** Verifies an address in another browser than that of the sign-up; name and password are entered again. */
export const finishInput = z
  .object({ fullName, password: newPassword, confirmPassword })
  .refine((input) => input.password === input.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] })

export const profileInput = z.object({ fullName, phoneNumber })
