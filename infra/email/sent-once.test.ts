import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { sentOnce, smtpMailer } from '#infra/email/mailer.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { mailServer } from '#tests/mail-server.ts'

const { db } = await testDatabase()
const post = await mailServer()
const smtp = smtpMailer({ url: post.url, from: 'Shop <orders@shop.test>' })
const mailer = sentOnce(smtp, db, () => NOW)
afterAll(() => post.close())

const mail = (subject: string) => ({ to: 'asha@example.test', subject, text: 'Text', html: '<p>Text</p>' })

it('sends a mail once, however often it is asked for with the same key', async () => {
  const key = randomUUID()
  for (let time = 0; time < 3; time += 1) await mailer.send(mail('One'), key)
  await mailer.send(mail('One'), randomUUID())
  expect(post.deliveriesOf(/^One$/)).toHaveLength(2)
  expect(post.deliveriesOf(/^One$/)[0]?.messageId).toBe(`<${key}@shop.test>`)
})

it('sends the same mail again, with the same Message-ID, when it was not recorded as sent', async () => {
  const key = randomUUID()
  await smtp.send(mail('Two'), key)
  await mailer.send(mail('Two'), key)
  expect(post.deliveriesOf(/^Two$/)).toHaveLength(2)
  expect(post.mailbox('asha@example.test', 'Two')).toEqual(['Two'])
})

it('keeps one copy in the mailbox of the demonstration', async () => {
  const mailbox = demoMailbox(db, () => NOW)
  for (let time = 0; time < 2; time += 1) await mailbox.send(mail('Four'), 'four')
  expect(await mailbox.list('asha@example.test')).toHaveLength(1)
})
