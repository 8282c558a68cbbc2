/** A form of the dashboard that can't be saved now, or is left by mistake, keeps what was typed. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

/** Answers each question of the browser; `asked` counts them. */
function answering(page: Page): { asked: number; answer: boolean } {
  const state = { asked: 0, answer: false }
  page.on('dialog', (dialog) => {
    state.asked += 1
    return state.answer ? dialog.accept() : dialog.dismiss()
  })
  return state
}

test('a form sent after the session’s end or without a network keeps the text, and is saved later', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  const cookies = await context.cookies()
  await page.goto(`${DASHBOARD}/newsletters/new`)
  await page.waitForLoadState('networkidle')
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

  await page.waitForLoadState('networkidle')
  await subject.fill(`${first}, here`)
  await context.setOffline(true)
  await save.click()
  const offline = page.getByRole('alert').filter({ hasText: 'You’re offline.' })
  await expect(offline).toHaveText('You’re offline. Try again once you’re connected.')
  await expect(subject).toHaveValue(`${first}, here`)
  await context.setOffline(false)

  // The dialog closes without a question; a link that is clicked in the moment in which it goes asks.
  const questions = answering(page)
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

test('a dialog or a count with typed text asks before it is left', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/coupons/new`)
  const questions = answering(page)
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  await dialog.getByLabel(/^Code/).fill('HALF')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('link', { name: 'Cancel' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const [at, close] of ways.entries()) {
    await close()
    await expect.poll(() => questions.asked).toBe(at + 1)
    await expect(dialog.getByLabel(/^Code/)).toHaveValue('HALF')
  }
  questions.answer = true
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${DASHBOARD}/coupons`)

  await page.goto(`${DASHBOARD}/stock-count`)
  questions.answer = false
  const count = page.getByRole('textbox', { name: /^Counted units of/ }).first()
  await count.fill('many')
  await page.getByRole('button', { name: 'Check the differences' }).click()
  await expect(page.getByText('“many” is no number of units')).toBeVisible()
  const before = questions.asked
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ragi')
  await page.keyboard.press('Enter')
  await expect.poll(() => questions.asked).toBe(before + 1)
  await expect(count).toHaveValue('many')
  questions.answer = true
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/stock-count/)
})

test('a signed-out visitor of a dashboard page comes back to it after the sign-in', async ({ page }) => {
  await page.goto(`${DASHBOARD}/orders?status=shipped`)
  await page.locator('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/returnTo=%2Fadmin%2Fdashboard%2Forders%3Fstatus%3Dshipped$/)
})
