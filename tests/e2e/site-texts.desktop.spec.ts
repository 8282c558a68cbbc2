import type { Page } from '@playwright/test'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save and show' }).click()

test('an admin previews a text, saves it, which changes the cached page at once, and undoes the change', async ({
  page,
}) => {
  // The shop has only one text of each name, so each repetition edits another text.
  const name = ['shipping', 'returns', 'terms', 'privacy-policy'][test.info().repeatEachIndex] ?? ''
  const editor = `${DASHBOARD}/texts/${name}`
  const isPublic = async () => (await (await fetch(`${shopOrigin()}/${name}`)).text()).includes('Fridges')
  expect(await isPublic()).toBe(false)
  await signInAdmin(page)
  await page.goto(editor)
  const sections = page.getByLabel('Sections')
  const original = await sections.inputValue()
  await sections.fill(`${original}\n\n## Fridges {#fridges}\n\nThe sticks like {moon}.`)
  await save(page)
  await expect(page.getByText('{moon} can’t be filled in.')).toBeVisible()
  await expect(sections).toHaveValue(/like \{moon\}/)
  await sections.fill((await sections.inputValue()).replace('{moon}', '[a dry shelf](/about)'))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opened
  await expect(preview.getByText('Nothing is saved yet.')).toBeVisible()
  await expect(preview.getByRole('link', { name: 'a dry shelf' })).toBeVisible()
  await preview.close()
  expect(await isPublic()).toBe(false)
  await save(page)
  await expect(page.getByText('Saved. The shop shows this text now.')).toBeVisible()
  expect(await isPublic()).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored. The shop shows this text now.')).toBeVisible()
  expect(await isPublic()).toBe(false)
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What version 1 changed' })).toBeVisible()
  await expect(page.locator('ins').filter({ hasText: 'a dry shelf' })).toBeVisible()
})
