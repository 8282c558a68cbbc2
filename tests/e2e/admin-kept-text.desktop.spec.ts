/** A form of the dashboard keeps its text if it can't be saved, or if the admin leaves the page by mistake. */
import { randomUUID } from 'node:crypto'
import { answerQuestions, DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { waitUntilIdle } from '#tests/e2e/alive.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

test('a form that is sent after the session ended, or offline, keeps its text and is saved later', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  const cookies = await context.cookies()
  await page.goto(`${DASHBOARD}/newsletters/new`)
  const subject = page.getByLabel('Subject')
  const save = page.getByRole('button', { name: 'Save draft' })
  const first = `Ragi again ${randomUUID().slice(0, 8)}`
  await subject.fill(first)
  await context.clearCookies()
  await save.click()
  const signedOut = page.getByRole('alert').filter({ hasText: 'You are signed out.' })
  await expect(signedOut).toContainText('Sign in in another tab, then send again.')
  await expect(subject).toHaveValue(first)
  const opened = context.waitForEvent('page')
  await signedOut.getByRole('link', { name: 'Sign in' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/auth\/signin\?returnTo=/)
  await tab.close()
  await context.addCookies(cookies)
  await save.click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(signedOut).toHaveCount(0)

  await waitUntilIdle(page)
  await subject.fill(`${first}, here`)
  await context.setOffline(true)
  await save.click()
  const offline = page.getByRole('alert').filter({ hasText: 'You’re offline.' })
  await expect(offline).toHaveText('You’re offline. Try again once you’re connected.')
  await expect(subject).toHaveValue(`${first}, here`)
  await context.setOffline(false)

  // Closing the dialog asks no question. Clicking a link while the dialog closes does.
  const questions = answerQuestions(page)
  await page.getByRole('link', { name: 'Delete draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this draft?' })
  await expect(dialog).toBeVisible()
  const link = await page.getByRole('link', { name: 'Newsletters' }).last().elementHandle()
  await page.evaluate((element) => {
    const clicks = new MutationObserver(() => {
      if (document.querySelector('dialog[open]')) return
      clicks.disconnect()
      if (element instanceof HTMLElement) element.click()
    })
    clicks.observe(document, { childList: true, subtree: true, attributes: true })
  }, link)
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(() => questions.asked).toBe(1)
  await save.click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(subject).toHaveValue(`${first}, here`)
})
