import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  newPasswordInput,
  profileInput,
  resetInput,
  signInInput,
  signUpInput,
} from '#shop/customers/input.ts'

/** Returns the first message, which is displayed; null for valid input. */
function firstMessage(schema: z.ZodType, input: unknown): string | null {
  return schema.safeParse(input).error?.issues[0]?.message ?? null
}

const NEW = {
  fullName: 'Meera Joshi',
  email: 'meera@example.test',
  password: 'Millet-2026',
  confirmPassword: 'Millet-2026',
}
const signUp = (change: Partial<typeof NEW>) => firstMessage(signUpInput, { ...NEW, ...change })
const password = (text: string) => signUp({ password: text, confirmPassword: text })

describe('sign-in', () => {
  it('reports a missing email, then a missing password', () => {
    expect(firstMessage(signInInput, {})).toBe('Please enter a valid email address')
    expect(firstMessage(signInInput, { email: 'meera', password: '' })).toBe(
      'Please enter a valid email address',
    )
    expect(firstMessage(signInInput, { email: 'a@b.test' })).toBe('Password is required')
    expect(firstMessage(signInInput, { email: 'a@b.test', password: '' })).toBe('Password is required')
  })

  it('accepts any password unchanged, and the email in lower case', () => {
    const input = { email: ' Meera@Example.TEST ', password: ' x ' }
    expect(signInInput.parse(input)).toEqual({ email: 'meera@example.test', password: ' x ' })
  })
})

describe('sign-up', () => {
  it.each([
    ['', 'Password must be at least 8 characters'],
    ['Aa1', 'Password must be at least 8 characters'],
    ['Milleta', 'Password must be at least 8 characters'],
    ['millet-2026', 'Password must contain at least one uppercase letter'],
    ['MILLET-2026', 'Password must contain at least one lowercase letter'],
    ['Millet-rice', 'Password must contain at least one number'],
    ['12345678', 'Password must contain at least one uppercase letter'],
    ['A'.repeat(129), 'Password must contain at least one lowercase letter'],
    [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters'],
    ['Millet-2', null],
    [`Aa1${'x'.repeat(125)}`, null],
  ])('checks the rules for the password %j', (text, message) => {
    expect(password(text)).toBe(message)
  })

  it('refuses passwords that do not match', () => {
    expect(signUp({ confirmPassword: 'Millet-2027' })).toBe("Passwords don't match")
    expect(signUp({ confirmPassword: '' })).toBe("Passwords don't match")
    expect(firstMessage(signUpInput, { ...NEW, confirmPassword: undefined })).toBe("Passwords don't match")
  })

  it('reports the first problem first', () => {
    expect(signUp({ email: 'no', password: 'short' })).toBe('Please enter a valid email address')
    expect(signUp({ fullName: ' M ' })).toBe('Full name must be at least 2 characters')
  })

  it('accepts names of 2 to 100 characters on one line', () => {
    expect(signUp({ fullName: 'Meera\nBcc: x@y.test' })).toBe('Please use letters and numbers only')
    expect(signUp({ fullName: 'Me\u0000era' })).toBe('Please use letters and numbers only')
    expect(signUp({ fullName: 'M'.repeat(101) })).toBe('Full name must be at most 100 characters')
    for (const fullName of ['मीरा जोशी', 'P. T. Usha', 'M.S.', 'Wu', 'D’Souza', 'मी'])
      expect(signUp({ fullName }), fullName).toBeNull()
  })

  it('removes invisible characters from name and email, and does not count them', () => {
    const pasted = { ...NEW, fullName: '\u200bMeera\u202c ', email: '\u202ameera@example.test\u202c' }
    expect(signUpInput.parse(pasted)).toMatchObject({ fullName: 'Meera', email: 'meera@example.test' })
    expect(signUp({ fullName: '\u200b\u200b\u200b' })).toBe('Full name must be at least 2 characters')
  })
})

describe('email', () => {
  it.each([
    '',
    'meera',
    'meera@',
    '@example.test',
    'a b@example.test',
    'a@b@c.test',
    `${'a'.repeat(250)}@b.test`,
  ])('refuses %j', (email) => {
    expect(firstMessage(resetInput, { email })).toBe('Please enter a valid email address')
  })

  it('is trimmed and converted to lower case', () => {
    expect(resetInput.parse({ email: '  Meera.J@Example.TEST ' })).toEqual({ email: 'meera.j@example.test' })
  })
})

describe('a new password', () => {
  it('follows the rules of sign-up', () => {
    const messageFor = (text: string, again: string) =>
      firstMessage(newPasswordInput, { password: text, confirmPassword: again })
    expect(messageFor('short', 'short')).toBe('Password must be at least 8 characters')
    expect(messageFor('Millet-2026', 'Millet-2027')).toBe("Passwords don't match")
    expect(messageFor('Millet-2026', 'Millet-2026')).toBeNull()
  })
})

describe('profile', () => {
  const phone = (phoneNumber: unknown) => firstMessage(profileInput, { fullName: 'Meera', phoneNumber })

  it.each(['+919876543210', '919876543210', '1234567', '+1234567', '123456789012345', '', ' +1234567890 '])(
    'accepts the phone number %j',
    (text) => {
      expect(phone(text)).toBeNull()
    },
  )

  it.each([
    '0123',
    '+0123',
    '1',
    '+',
    '++12',
    '1234567890123456',
    '98765 4321',
    '+44 7911 123456',
    'phone',
    '12a',
  ])('refuses %j', (text) => {
    expect(phone(text)).toBe('Please enter a valid phone number')
  })

  it('accepts a copied foreign number in other digits', () => {
    const { phoneNumber } = profileInput.parse({
      fullName: 'Meera',
      phoneNumber: '\u202a+४४7911123456\u202c',
    })
    expect(phoneNumber).toBe('+447911123456')
  })

  it.each([
    '+919876543210',
    '919876543210',
    '09876543210',
    '98765 43210',
    '+91-98765-43210',
    '९८७६५ ४३२१०',
    '\u202a+91 98765\u201143210\u202c',
  ])('stores the Indian number %j as ten digits', (text) => {
    const { phoneNumber } = profileInput.parse({ fullName: 'Meera', phoneNumber: text })
    expect(phoneNumber).toBe('9876543210')
  })

  it('stores an empty phone number as null', () => {
    expect(profileInput.parse({ fullName: ' Meera ', phoneNumber: ' ' })).toEqual({
      fullName: 'Meera',
      phoneNumber: null,
    })
  })

  it('needs a name', () => {
    expect(firstMessage(profileInput, { fullName: 'M', phoneNumber: '' })).toBe(
      'Full name must be at least 2 characters',
    )
    expect(firstMessage(profileInput, {})).toBe('Full name must be at least 2 characters')
  })
})
