import { z } from 'zod'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'
import { anyPhoneInput } from '#shop/customers/phone-input.ts'
import { cleanText, cleanValue, ONE_LINE } from '#shop/kernel/text.ts'

/** RFC 5321. */
const MAX_EMAIL_LENGTH = 254
export const MAX_NAME_LENGTH = 100
/** Hashing longer passwords costs time without adding security. */
const MAX_PASSWORD_LENGTH = 128

export const ACCOUNT_PROBLEMS = {
  bad_email: 'Please enter a valid email address',
  bad_name: 'Full name must be at least 2 characters',
  name_too_long: `Full name must be at most ${MAX_NAME_LENGTH} characters`,
  name_unreadable: 'Please use letters and numbers only',
  password_needed: 'Password is required',
  password_too_short: 'Password must be at least 8 characters',
  password_no_uppercase: 'Password must contain at least one uppercase letter',
  password_no_lowercase: 'Password must contain at least one lowercase letter',
  password_no_number: 'Password must contain at least one number',
  password_too_long: `Password must be at most ${MAX_PASSWORD_LENGTH} characters`,
  passwords_differ: "Passwords don't match",
} as const
export type AccountProblem = keyof typeof ACCOUNT_PROBLEMS

const email = z
  .string({ error: ACCOUNT_PROBLEMS.bad_email })
  .overwrite(cleanValue)
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, ACCOUNT_PROBLEMS.bad_email)
  .pipe(z.email(ACCOUNT_PROBLEMS.bad_email))
  .meta({ format: 'email' })

const newPassword = z
  .string({ error: ACCOUNT_PROBLEMS.password_too_short })
  .min(8, ACCOUNT_PROBLEMS.password_too_short)
  .regex(/[A-Z]/, ACCOUNT_PROBLEMS.password_no_uppercase)
  .regex(/[a-z]/, ACCOUNT_PROBLEMS.password_no_lowercase)
  .regex(/[0-9]/, ACCOUNT_PROBLEMS.password_no_number)
  .max(MAX_PASSWORD_LENGTH, ACCOUNT_PROBLEMS.password_too_long)
  // Otherwise the contract shows the first pattern only.
  .meta({ pattern: '^(?=[\\s\\S]*[A-Z])(?=[\\s\\S]*[a-z])(?=[\\s\\S]*[0-9])' })

const fullName = z
  .string({ error: ACCOUNT_PROBLEMS.bad_name })
  .overwrite(cleanText)
  .min(2, ACCOUNT_PROBLEMS.bad_name)
  .max(MAX_NAME_LENGTH, ACCOUNT_PROBLEMS.name_too_long)
  .regex(ONE_LINE, ACCOUNT_PROBLEMS.name_unreadable)

const confirmPassword = z.string({ error: ACCOUNT_PROBLEMS.passwords_differ })

/** The arguments of `refine`. */
const samePasswords = [
  (input: { password: string; confirmPassword: string }) => input.password === input.confirmPassword,
  { error: ACCOUNT_PROBLEMS.passwords_differ, path: ['confirmPassword'] as PropertyKey[] },
] as const

export const signInInput = z.object({
  email,
  password: z.string({ error: ACCOUNT_PROBLEMS.password_needed }).min(1, ACCOUNT_PROBLEMS.password_needed),
})

export const newAccountInput = z.object({ fullName, email, password: newPassword })

export const signUpInput = newAccountInput.extend({ confirmPassword }).refine(...samePasswords)

export const resetInput = z.object({ email })

export const newPasswordInput = z.object({ password: newPassword, confirmPassword }).refine(...samePasswords)

/** For finishing a sign-up in another browser, where name and password are entered again. */
export const finishInput = z
  .object({ fullName, password: newPassword, confirmPassword })
  .refine(...samePasswords)

/** A customer on the phone. An empty email means none. */
export const newCustomerInput = z.object({
  fullName,
  phoneNumber: anyPhoneInput.refine(Boolean, 'Please enter a valid phone number'),
  email: z.preprocess(
    (text) => text || null,
    email.refine((text) => !isNoMailAddress(text), ACCOUNT_PROBLEMS.bad_email).nullable(),
  ),
})

export const profileInput = z.object({ fullName, phoneNumber: anyPhoneInput })
