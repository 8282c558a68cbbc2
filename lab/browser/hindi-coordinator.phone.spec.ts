/** Coordinator pages in Hindi. */
import type { Page } from '@playwright/test'
import { newCoordinator, newGroup, newWorker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

async function chooseHindi(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
}

test('a coordinator reads and fills in the pages in Hindi', async ({ page, context }) => {
  const group = await newGroup()
  await newWorker({ group })
  await openSession(context, await newCoordinator(group))
  await page.goto('/coordinator')
  await chooseHindi(page)
  await expect(page.getByRole('heading', { level: 1, name: 'आपके समूह' })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(group.name) }).tap()
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible()
  await page.getByRole('link', { name: 'काम दें', exact: true }).tap()
  const template = page.getByRole('main').getByRole('listitem').first()
  await expect(template.locator('b')).toHaveText(/\p{Script=Devanagari}/u)
  await template.getByRole('link').tap()
  await page.locator('[name=count]').fill('50')
  await page.getByRole('button', { name: 'बराबर बाँटें' }).tap()
  const share = page.locator('[name^=share-]').first()
  await expect(share).not.toHaveValue('')
  await share.fill('a')
  await page.locator('.counts-form').getByRole('button').tap()
  await expect(share).toHaveAccessibleDescription(/\p{Script=Devanagari}/u)

  // After a sign-out the page asks the coordinator to sign in and opens again afterwards.
  await context.clearCookies({ name: /session/ })
  expect((await page.goto('/coordinator/photos?status=all'))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'अपने समूह देखने के लिए लॉग इन करें' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'लॉग इन करें', exact: true }).tap()
  await expect(page).toHaveURL(/signin\?returnTo=%2Fcoordinator%2Fphotos%3Fstatus%3Dall/)
})
