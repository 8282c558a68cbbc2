/** The head of a page after navigation in the browser. */
import { expect, test } from '#tests/e2e/shop-page.ts'

test('navigation in the browser updates the head, and structured data obeys the content security policy', async ({
  page,
  baseURL,
}) => {
  await page.goto('/product/ragi-mix')
  await expect(page.locator('script[type="application/ld+json"]').first()).toBeAttached()
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', /\/product\/00000000-[\w-]+$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveTitle('Our Products — Cultiva')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/products`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Our Products')
})
