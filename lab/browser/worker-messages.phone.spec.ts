/** The kinds of messages that a worker chooses. */
import { randomUUID } from 'node:crypto'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import { newWorker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

test('a worker switches off a kind of message', async ({ page, context }) => {
  const worker = await newWorker({ language: 'hi' })
  const token = randomUUID()
  const session = { userId: worker.id, token, isShared: false, now: new Date() }
  await insertPhoneSession(shopDatabase(), session)
  await context.addCookies([{ url: shopOrigin(), name: 'worker_session', value: token, httpOnly: true }])
  await page.goto(HOME)
  await page.getByRole('link', { name: 'संदेश' }).tap()
  await expect(page).toHaveURL(`${HOME}/messages`)
  await expect(page.getByRole('heading', { name: 'कौन-से संदेश चाहिए?' })).toBeVisible()

  await page.getByLabel('काम कल तक देना है').uncheck()
  await page.getByRole('button', { name: 'सेव करें' }).tap()
  await expect(page.getByText('हो गया', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('काम कल तक देना है')).not.toBeChecked()
  await expect(page.getByLabel('नया काम मिला')).toBeChecked()
})
