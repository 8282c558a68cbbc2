/** What was typed into the dashboard's forms is not dropped without a question. */
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const DASHBOARD = '/admin/dashboard'

/** Answers each question of the browser; the list grows by what was asked. */
function answering(page: Page): { asked: string[]; answer: boolean } {
  const state = { asked: [] as string[], answer: false }
  page.on('dialog', (dialog) => {
    state.asked.push(dialog.message())
    return state.answer ? dialog.accept() : dialog.dismiss()
  })
  return state
}

test('a dialog with typed text asks before Esc, its cross, Cancel or a click beside it closes it', async ({
  page,
}) => {
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
    await expect.poll(() => questions.asked.length).toBe(at + 1)
    await expect(dialog.getByLabel(/^Code/)).toHaveValue('HALF')
  }
  questions.answer = true
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(questions.asked).toHaveLength(ways.length + 1)
})

test('typed counts ask before the search box leaves, and a refused form is still guarded', async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/stock-count`)
  const questions = answering(page)
  const first = page.getByRole('textbox', { name: /^Counted units of/ }).first()
  await first.fill('many')
  await page.getByRole('button', { name: 'Check the differences' }).click()
  await expect(page.getByText('“many” is no number of units')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ragi')
  await page.keyboard.press('Enter')
  await expect.poll(() => questions.asked.length).toBe(1)
  await expect(first).toHaveValue('many')
  questions.answer = true
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/stock-count/)
})
