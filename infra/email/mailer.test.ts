import { expect, it, onTestFinished } from 'vitest'
import { smtpMailer } from '#infra/email/mailer.ts'
import { startMailServer } from '#tests/mail-server.ts'

async function ownServer() {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return server
}

it('sends emails over one connection, and reconnects when the server has closed it', async () => {
  const server = await ownServer()
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

it('marks automatic emails, so that vacation replies do not answer them', async () => {
  const server = await ownServer()
  const mailer = smtpMailer({ url: server.url, from: 'Shop <shop@example.com>' })
  const mail = { to: 'a@example.com', text: 'Text', html: 'Text' }
  const unsubscribeUrl = 'https://shop.example/leave'
  await mailer.send({ ...mail, subject: 'Reply', isPersonal: true }, 'reply')
  await mailer.send(
    { ...mail, subject: 'Order', replyTo: { name: 'Shop', address: 'help@example.com' } },
    'order',
  )
  await mailer.send({ ...mail, subject: 'News', unsubscribeUrl }, 'news')
  const flags = server
    .deliveriesOf(/./)
    .map(({ subject, headers }) => [subject, headers.includes('Auto-Submitted: auto-generated')])
  expect(flags).toEqual([
    ['Reply', false],
    ['Order', true],
    ['News', true],
  ])
  expect(server.deliveriesOf(/Order/)[0]?.headers).toContain('Reply-To: Shop <help@example.com>')
  expect(server.deliveriesOf(/News/)[0]?.headers).toContain('List-Unsubscribe=One-Click')
})

it('with `mustEncrypt`, sends nothing to a server without TLS', async () => {
  const server = await ownServer()
  const mailer = smtpMailer({ url: server.url, from: 'Shop <shop@example.com>', mustEncrypt: true })
  const mail = { to: 'a@example.com', subject: 'Secret', text: 'Secret', html: 'Secret' }
  await expect(mailer.send(mail, 'secret')).rejects.toThrow()
  expect(server.deliveriesOf(/Secret/)).toEqual([])
})
