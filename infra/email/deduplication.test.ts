import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { smtpMailer, withDeduplication } from '#infra/email/mailer.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { startMailServer } from '#tests/mail-server.ts'

const { db } = await testDatabase()
const smtpServer = await startMailServer()
const smtp = smtpMailer({ url: smtpServer.url, from: 'Shop <orders@shop.test>' })
const mailer = withDeduplication(smtp, db, () => NOW)
afterAll(() => smtpServer.close())

const mail = (subject: string) => ({ to: 'asha@example.test', subject, text: 'Text', html: '<p>Text</p>' })

it('sends an email once for repeated calls with the same key', async () => {
  const key = randomUUID()
  for (let time = 0; time < 3; time += 1) await mailer.send(mail('One'), key)
  await mailer.send(mail('One'), randomUUID())
  expect(smtpServer.deliveriesOf(/^One$/)).toHaveLength(2)
  expect(smtpServer.deliveriesOf(/^One$/)[0]?.messageId).toBe(`<${key}@shop.test>`)
})

it('sends an email again, with the same Message-ID, if it was not recorded as sent', async () => {
  const key = randomUUID()
  await smtp.send(mail('Two'), key)
  await mailer.send(mail('Two'), key)
  expect(smtpServer.deliveriesOf(/^Two$/)).toHaveLength(2)
  expect(smtpServer.mailbox('asha@example.test', 'Two')).toEqual(['Two'])
})

it('stores one copy of a repeated email in the demo mailbox', async () => {
  const mailbox = demoMailbox(db, () => NOW)
  for (let time = 0; time < 2; time += 1) await mailbox.send(mail('Four'), 'four')
  expect(await mailbox.list('asha@example.test')).toHaveLength(1)
})
