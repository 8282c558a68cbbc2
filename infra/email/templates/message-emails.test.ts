import { expect, it } from 'vitest'
import {
  acknowledgementEmail,
  contactMessageEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
  replyEmail,
} from '#infra/email/templates/message-emails.ts'

const MESSAGE = {
  id: '00000000-0000-4000-8000-000000000001',
  ticket: 'T-100001',
  side: 'millet' as const,
  name: 'Eve\r\nBcc: all@example.test',
  email: 'eve@example.test',
  subject: 'partnership' as const,
  message: '<script>alert(1)</script>\nline two',
  createdAt: new Date('2026-11-21T09:00:00Z'),
  acknowledgedAt: null,
  status: 'open' as const,
  closedAt: null,
  note: '',
}
const SUBSCRIPTION = {
  id: '1',
  email: 'reader@example.test',
  status: 'confirmed' as const,
  unsubscribeToken: 'way-out',
}
const SHOP = { brand: 'Testmill', origin: 'https://shop.example' }

it('sends support the whole message, with safe headers and the sender as Reply-To', async () => {
  const mail = await contactMessageEmail(MESSAGE, 'Testmill', 'help@shop.example')
  expect(mail.to).toBe('help@shop.example')
  expect(mail.subject).toBe('T-100001: Partnership Opportunity from Eve Bcc: all@example.test')
  expect(mail.replyTo).toEqual({ name: 'Eve Bcc: all@example.test', address: 'eve@example.test' })
  expect(mail.html).not.toContain('<script>')
  expect(mail.text).toContain('line two')
})

it('sends the ticket to the sender and repeats no text of the form', async () => {
  const mail = await acknowledgementEmail(MESSAGE, 'Testmill', 'help@shop.example')
  expect(mail.to).toBe('eve@example.test')
  expect(mail.subject).toContain('T-100001')
  expect(mail.subject + mail.text + mail.html).not.toMatch(/Eve|line two|script/)
})

it('asks for confirmation first, and lets subscribers unsubscribe', async () => {
  const asking = await newsletterConfirmationEmail(SUBSCRIPTION, 'abc', SHOP)
  expect(asking.text).toContain('https://shop.example/newsletter/confirm?token=abc')
  const welcome = await newsletterWelcomeEmail(SUBSCRIPTION, SHOP)
  expect(welcome.unsubscribeUrl).toBe('https://shop.example/newsletter/unsubscribe?token=way-out')
  expect(welcome.text).toContain(welcome.unsubscribeUrl)
})

it('sends a reply with the quoted message and support as Reply-To', async () => {
  const letter = await replyEmail(
    { message: MESSAGE, body: 'It leaves today.\n<b>Truly</b>' },
    'Testmill',
    'help@testmill.test',
  )
  expect(letter).toMatchObject({
    to: MESSAGE.email,
    subject: expect.stringContaining(MESSAGE.ticket),
    replyTo: { address: 'help@testmill.test' },
    isPersonal: true,
  })
  expect(letter.text).toContain('It leaves today.')
  expect(letter.text).toContain('> ')
  expect(letter.html).not.toContain('<b>Truly</b>')
})
