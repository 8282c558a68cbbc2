import { expect, it } from 'vitest'
import { accountEmail, passwordChangedEmail } from '#infra/email/templates/account-emails.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const about = (language: WrittenLanguage) => ({
  brand: 'Testmill',
  to: 'asha@example.test',
  url: 'https://shop.test/auth/link?token=abc',
  language,
})

type Spoken = ReturnType<typeof about>
const KINDS = ['verification', 'reset', 'alreadyRegistered', 'unfinished'] as const
const EMAILS = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, (email: Spoken) => accountEmail(kind, email)])),
  passwordChanged: (email: Spoken) => passwordChangedEmail({ ...email, signedOut: 'every device' }),
}

it.each(Object.entries(EMAILS))(
  '%s is in Hindi, without English, for a worker who reads it',
  async (_, make) => {
    const { subject, text, html } = await make(about('hi'))
    expect(text).toContain('https://shop.test/auth/link?token=abc')
    expect((subject + text).replace(/https:\S+|Testmill/g, '')).not.toMatch(/[a-z]/i)
    expect(html).toContain('<html lang="hi">')
  },
)

it.each(Object.entries(EMAILS))('%s is in English for all others', async (_, make) => {
  const { subject, text, html } = await make(about('en'))
  expect(subject + text).not.toMatch(/\p{Script=Devanagari}/u)
  expect(html).toContain('<html lang="en">')
})
