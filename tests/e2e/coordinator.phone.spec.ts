/** A coordinator at 360 px: her group, a template, and the end of her role. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase } from '#tests/e2e/signed-in.ts'

/** Another one in each try: templates stay. */
const NAME = `Fill coriander pouches ${Date.now() % 10_000}`

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page)
}

test('a coordinator sees her group alone, and keeps templates that pay enough', async ({ page, context }) => {
  test.slow()
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await expect(page.getByRole('heading', { name: 'Your groups' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Shakti group')
  await check(page, 'groups')

  await page.getByRole('link', { name: 'Templates' }).tap()
  await page.getByRole('link', { name: 'New template' }).tap()
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await page.getByLabel('Pay for one in rupees').fill('0.5')
  await page.getByLabel('Minutes for one').fill('1')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByLabel('Pay for one in rupees')).toHaveAccessibleDescription(/least per hour/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(NAME)
  await check(page, 'pays too little')
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  await check(page, 'templates')

  await page.getByRole('link', { name: 'Groups', exact: true }).tap()
  await page.getByRole('link', { name: /Annapurna group/ }).tap()
  await expect(page.getByRole('heading', { name: 'Annapurna group' })).toBeVisible()
  await check(page, 'group')
})

test('a role that is taken away ends with the next page', async ({ page, context }) => {
  await openSession(context, 'coordinator@demo.test')
  const owned = await shopDatabase().selectFrom('coordinatorGroups').selectAll().execute()
  await page.goto('/coordinator')
  await shopDatabase().deleteFrom('coordinatorGroups').execute()
  try {
    const answer = await page.goto('/coordinator/photos')
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  } finally {
    await shopDatabase().insertInto('coordinatorGroups').values(owned).execute()
  }
})
