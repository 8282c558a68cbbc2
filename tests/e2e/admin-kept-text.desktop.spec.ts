/** A form of the dashboard that can't be saved now keeps the page with what was typed. */
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const DASHBOARD = '/admin/dashboard'

test.use({ cutsNetwork: true })

test('a form sent after the session’s end keeps the text, and is saved once somebody has signed in', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  const cookies = await context.cookies()
  await page.goto(`${DASHBOARD}/newsletters/new`)
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Subject').fill('Ragi again')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save draft' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'You are signed out.' })
  await expect(told).toContainText('Sign in in another tab, then send again.')
  await expect(page.getByLabel('Subject')).toHaveValue('Ragi again')
  const opened = context.waitForEvent('page')
  await told.getByRole('link', { name: 'Sign in' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/auth\/signin\?returnTo=/)
  await tab.close()
  await context.addCookies(cookies)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('a dialog’s form sent after the session’s end keeps the text, and its message leads to the sign-in', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/messages?status=all`)
  await page
    .getByRole('link', { name: /^T-\d+/ })
    .first()
    .click()
  const answer = page.getByRole('dialog').getByLabel(/^Answer to /)
  await answer.fill('It leaves today.')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Send answer' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('alert').filter({ hasText: 'You are signed out.' }).getByRole('link').click()
  await (await opened).close()
  await expect(answer).toHaveValue('It leaves today.')
})

test('without JavaScript the question about a stock count goes away and leaves the counts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/stock-count`)
  const first = page.getByRole('textbox', { name: /^Counted units of/ }).first()
  await first.fill('7')
  await page.getByLabel('Reason').fill('Month end')
  await page.getByRole('button', { name: 'Check the differences' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  await expect(first).toHaveValue('7')
  await context.close()
})

test('a draft keeps its text without a network, and its dialog to delete closes without a question', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/newsletters/new`)
  await page.getByLabel('Subject').fill('Jowar is here')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Subject').fill('Jowar is back')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'You’re offline.' })
  await expect(told).toHaveText('You’re offline. Try again once you’re connected.')
  await expect(page.getByLabel('Subject')).toHaveValue('Jowar is back')
  await context.setOffline(false)

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Delete draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this draft?' })
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(asked).toEqual([])
  await expect(page.getByLabel('Subject')).toHaveValue('Jowar is back')
  await page.getByRole('link', { name: 'Delete draft' }).click()
  await expect(dialog).toBeVisible()
  // A link that is clicked in the moment in which the dialog goes.
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
  await expect.poll(() => asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('Jowar is back')
})
