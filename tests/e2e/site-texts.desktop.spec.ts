import type { Page } from '@playwright/test'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save and show' }).click()

test('a text is previewed, shown by the cached page right away, and undone', async ({ page, browser }) => {
  // The shop has one text of each name, so each repetition edits another.
  const name = ['shipping', 'returns', 'terms', 'privacy-policy'][test.info().repeatEachIndex] ?? ''
  const editor = `${DASHBOARD}/texts/${name}`
  const visitor = await browser.newPage()
  await visitor.goto(`/${name}`)
  await expect(visitor.getByRole('heading', { name: 'Fridges' })).toHaveCount(0)
  await signInAdmin(page)
  await page.goto(editor)
  const sections = page.getByLabel('Sections')
  const before = await sections.inputValue()
  await sections.fill(`${before}\n\n## Fridges {#fridges}\n\nThe sticks like {moon}.`)
  await save(page)
  await expect(page.getByText('{moon} can’t be filled in.')).toBeVisible()
  await expect(sections).toHaveValue(/like \{moon\}/)
  await expectAccessible(page, 'a text refused')
  await sections.fill((await sections.inputValue()).replace('{moon}', '[a dry shelf](/about)'))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opened
  await expect(preview.getByText('Nothing is saved yet.')).toBeVisible()
  await expect(preview.getByRole('link', { name: 'a dry shelf' })).toBeVisible()
  await preview.close()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Fridges' })).toHaveCount(0)
  await save(page)
  await expect(page.getByText('Saved. The shop shows this text now.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Fridges' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored. The shop shows this text now.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Fridges' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What version 1 changed' })).toBeVisible()
  await expect(page.locator('ins').filter({ hasText: 'a dry shelf' })).toBeVisible()
})
