/** A worker chooses kinds of messages. */
import { newWorker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { HOME, signInWithPin } from '#tests/e2e/worker-phone.ts'

test('a worker chooses the kinds of messages', async ({ page, context }) => {
  const worker = await newWorker({ language: 'hi' })
  await signInWithPin(context, worker, false)
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
