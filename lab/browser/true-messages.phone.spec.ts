/** Sends a form without a network. */
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

test('a form without a network keeps all typed texts and can be sent later', async ({ page, context }) => {
  const offline = page.getByRole('alert').filter({ hasText: 'You’re offline. Your cart is safe.' })
  const fields = { 'Full name': 'Meera Nair', Email: `m${Date.now()}@example.com`, Password: 'Ragi-2026x' }
  const create = page.getByRole('button', { name: 'Create Account' })
  const expectTypedTexts = async () => {
    for (const [label, text] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await expect(create).toBeEnabled()
    await expect(page).toHaveURL('/auth/signup')
  }
  await page.goto('/auth/signup')
  for (const [label, text] of Object.entries({ ...fields, 'Confirm password': 'Ragi-2026x' }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await create.tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectTypedTexts()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'offline')
  await expectTypedTexts()
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
  // The browser has a network, but nothing arrives.
  await page.route('**/*.data*', (route) => route.abort())
  await create.tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectTypedTexts()
  await page.unrouteAll()
  await create.tap()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(offline).toHaveCount(0)
})
