import { expect, it } from 'vitest'
import { accountEmail, passwordChangedEmail } from '#infra/email/templates/account-emails.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const emailIn = (language: WrittenLanguage) => ({
  brand: 'Testmill',
  to: 'asha@example.test',
  url: 'https://shop.test/auth/link?token=abc',
  language,
})

type TestEmail = ReturnType<typeof emailIn>
const KINDS = ['verification', 'reset', 'alreadyRegistered', 'unfinished'] as const
const EMAILS = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, (email: TestEmail) => accountEmail(kind, email)])),
  passwordChanged: (email: TestEmail) => passwordChangedEmail({ ...email, signedOut: 'every device' }),
}

it.each(Object.entries(EMAILS))('%s is entirely in Hindi for a Hindi-speaking worker', async (_, make) => {
  const { subject, text, html } = await make(emailIn('hi'))
  expect(text).toContain('https://shop.test/auth/link?token=abc')
  expect((subject + text).replace(/https:\S+|Testmill/g, '')).not.toMatch(/[a-z]/i)
  expect(html).toContain('<html lang="hi">')
})

it.each(Object.entries(EMAILS))('%s is in English for all other accounts', async (_, make) => {
  const { subject, text, html } = await make(emailIn('en'))
  expect(subject + text).not.toMatch(/\p{Script=Devanagari}/u)
  expect(html).toContain('<html lang="en">')
})
