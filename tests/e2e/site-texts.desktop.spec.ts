import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const FAQ = '/admin/dashboard/texts/faq'
const ANSWERS = '/hydration/contact'
const QUESTION = 'Do the sticks need a fridge?'

const questions = (page: Page) => page.getByLabel('Questions', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save and show' }).click()

/** Adds a question; the text before is returned. */
async function addQuestion(page: Page, answer: string): Promise<string> {
  const before = await questions(page).inputValue()
  await questions(page).fill(`${before}\n\n## ${QUESTION} {#fridge}\n\n${answer}`)
  return before
}

test('an admin adds an answer: previewed, shown by the cached page right away, undone, kept in the history', async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage()
  await visitor.goto(ANSWERS)
  await expect(visitor.getByText(QUESTION)).toHaveCount(0)
  await signInAdmin(page)
  await page.goto(FAQ)
  await addQuestion(page, 'No, but they like {moon}.')
  await save(page)
  await expect(page.getByText('{moon} can’t be filled in.')).toBeVisible()
  await expect(questions(page)).toHaveValue(/they like \{moon\}/)
  await expectAccessible(page, 'a text refused')
  await questions(page).fill(
    (await questions(page).inputValue()).replace('{moon}', '[a dry shelf](/shipping)'),
  )
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opened
  await expect(preview.getByText('Nothing is saved yet.')).toBeVisible()
  await preview.getByText(QUESTION).click()
  await expect(preview.getByRole('link', { name: 'a dry shelf' })).toBeVisible()
  await preview.close()
  await visitor.reload()
  await expect(visitor.getByText(QUESTION)).toHaveCount(0)
  await save(page)
  await expect(page.getByText('Saved. The shop shows this text now.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText(QUESTION)).toBeVisible()
  const schema = await visitor.locator('script[type="application/ld+json"]').allTextContents()
  expect(schema.join()).toContain(QUESTION)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored. The shop shows this text now.')).toBeVisible()
  await expect(questions(page)).not.toHaveValue(/fridge/)
  await visitor.reload()
  await expect(visitor.getByText(QUESTION)).toHaveCount(0)
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What version 1 changed' })).toBeVisible()
  await expect(page.locator('ins').filter({ hasText: QUESTION })).toBeVisible()
  await expectAccessible(page, 'a version opened')
  await visitor.close()
})

test('two admins edit one text: nothing is overwritten silently', async ({ page, browser }) => {
  await signInAdmin(page)
  await page.goto('/admin/dashboard/texts/terms')
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signInAdmin(theirs)
  await theirs.goto('/admin/dashboard/texts/terms')
  await theirs.getByLabel('Summary').fill('Their summary.')
  await save(theirs)
  await expect(theirs.getByText('Saved.')).toBeVisible()
  await page.getByLabel('Summary').fill('My summary.')
  await save(page)
  const row = page.getByRole('row', { name: /^Summary/ })
  await expect(row).toContainText('Their summary.')
  await expect(row).toContainText('My summary.')
  await expect(page.getByLabel('Summary')).toHaveValue('My summary.')
  await expectAccessible(page, 'a conflict')
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore the original text' }).click()
  await expect(page.getByText('Restored.')).toBeVisible()
  await expect(page.getByLabel('Summary')).not.toHaveValue(/summary/)
  await other.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a text is previewed, saved and restored by forms alone', async ({ page, context }) => {
    await signInAdmin(page)
    await page.goto('/admin/dashboard/texts/delivery')
    await page.getByLabel('Delivery notice').fill('Orders of today ship on Monday.')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = await opened
    await expect(preview.getByText('Orders of today ship on Monday.')).toBeVisible()
    await preview.close()
    await save(page)
    const shop = await context.newPage()
    await shop.goto('/product/ragi-mix')
    await expect(shop.getByText('Orders of today ship on Monday.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Delivery notice')).toHaveValue('')
    await shop.reload()
    await expect(shop.getByText('Orders of today ship on Monday.')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the editor fits and its buttons stay in reach', async ({ page }) => {
    await signInAdmin(page)
    await page.goto('/admin/dashboard/texts/privacy-policy')
    await expect(page.getByRole('button', { name: 'Save and show' })).toBeInViewport()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBe(0)
    await expectAccessible(page, 'the editor at 360 px')
  })
})
