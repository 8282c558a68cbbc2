import { expect, it } from 'vitest'
import { contactInput } from '#shop/messages/input.ts'

const GOOD = { name: 'Ananya Rao', email: ' Ananya@Example.Test ', subject: 'other', message: 'Hello\nthere' }

function problems(input: Record<string, unknown>): string[] {
  const parsed = contactInput.safeParse(input)
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
}

it('accepts a complete form and turns the address into lower case', () => {
  expect(contactInput.parse(GOOD)).toEqual({ ...GOOD, email: 'ananya@example.test' })
})

it('turns the CRLF line ends of plain forms into LF', () => {
  expect(contactInput.parse({ ...GOOD, message: 'Hello\r\nthere' }).message).toBe('Hello\nthere')
})

it('requires all four fields', () => {
  const all = ['name: Please enter your name', 'email: Please enter a valid email address']
  all.push('subject: Please choose a subject', 'message: Please enter your message')
  expect(problems({})).toEqual(all)
  expect(problems({ name: ' ', email: '', subject: '', message: '\n' })).toEqual(all)
})

it.each([
  ['name', 'Eve\r\nBcc: all@example.test'],
  ['name', 'x'.repeat(101)],
  ['message', 'x'.repeat(5001)],
  ['message', 'a\0b'],
  ['subject', 'spam'],
  ['email', 'a@b\r\nBcc: c@d.ef'],
])('refuses a %s that could do harm', (field, value) => {
  expect(problems({ ...GOOD, [field]: value })).toHaveLength(1)
})
