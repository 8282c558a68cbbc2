import { answerQuestions, DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test('a dialog or a stock count with typed text asks before the admin leaves it', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/coupons/new`)
  const questions = answerQuestions(page)
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  await dialog.getByLabel(/^Code/).fill('HALF')
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('link', { name: 'Cancel' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const [at, close] of closings.entries()) {
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
  const questionCount = questions.asked
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ragi')
  await page.keyboard.press('Enter')
  await expect.poll(() => questions.asked).toBe(questionCount + 1)
  await expect(count).toHaveValue('many')
  questions.answer = true
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/stock-count/)
})
