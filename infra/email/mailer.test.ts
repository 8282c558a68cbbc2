import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtpMailer } from '#infra/email/mailer.ts'
import { mailServer } from '#tests/mail-server.ts'

let server: Awaited<ReturnType<typeof mailServer>>

beforeAll(async () => {
  server = await mailServer()
})
afterAll(() => server.close())

it('sends one email after the other over one connection, and connects again when the server has closed it', async () => {
  const mailer = smtpMailer({ url: server.url, from: 'Shop <shop@example.com>' })
  const send = (subject: string) =>
    mailer.send({ to: 'a@example.com', subject, text: subject, html: subject }, subject.toLowerCase())
  for (const subject of ['One', 'Two', 'Three']) await send(subject)
  expect(server.connections()).toBe(1)
  server.hangUp()
  await send('Four')
  expect(server.deliveriesOf(/./).map(({ subject }) => subject)).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(server.connections()).toBe(2)
})

it('sends nothing to a server without TLS where it must be encrypted', async () => {
  const mailer = smtpMailer({ url: server.url, from: 'Shop <shop@example.com>', mustEncrypt: true })
  const mail = { to: 'a@example.com', subject: 'Secret', text: 'Secret', html: 'Secret' }
  await expect(mailer.send(mail, 'secret')).rejects.toThrow()
  expect(server.deliveriesOf(/Secret/)).toEqual([])
})
