import { expectGoodAtBothWidths } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

test('an order opens only for its customer and for admins', async ({ page, browser }) => {
  await openSession(page.context(), 'customer@demo.test')
  const [order] = await (await page.request.get('/api/orders?limit=1')).json()
  expect((await page.goto(`/orders/${order.id}`))?.status()).toBe(200)

  const worker = await (await browser.newContext()).newPage()
  await openSession(worker.context(), 'worker@demo.test')
  for (const path of [`/orders/${order.id}`, `/checkout/success?orderId=${order.id}`]) {
    expect((await worker.goto(path))?.status()).toBe(404)
    await expect(worker.getByText('Order not found')).toBeVisible()
  }
  expect((await worker.request.get(`/api/orders/${order.id}`)).status()).toBe(404)

  const admin = await (await browser.newContext()).newPage()
  await openSession(admin.context(), 'admin@demo.test')
  expect((await admin.goto(`/orders/${order.id}`))?.status()).toBe(200)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/orders')
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('the dashboards open for their roles only', async ({ page, browser }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Please sign in to access admin dashboard')).toBeVisible()
  await openSession(page.context(), 'customer@demo.test')
  for (const [path, title] of [
    ['/admin/dashboard', 'Access Denied'],
    ['/shg-worker-dashboard', 'यह पन्ना आपके लिए नहीं खुला है'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectGoodAtBothWidths(page, 'refused')
  }
  const worker = await (await browser.newContext()).newPage()
  await openSession(worker.context(), 'worker@demo.test')
  expect((await worker.goto('/shg-worker-dashboard'))?.status()).toBe(200)
  expect((await worker.goto('/admin/dashboard'))?.status()).toBe(403)
  const admin = await (await browser.newContext()).newPage()
  await openSession(admin.context(), 'admin@demo.test')
  await admin.goto('/admin/dashboard')
  await expect(admin.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(admin.getByText('Total Revenue', { exact: true })).toBeVisible()
  await admin.goto('/')
  await admin.getByRole('banner').locator('summary', { hasText: 'Account' }).click()
  await expect(admin.getByRole('link', { name: 'SHG Worker Dashboard' })).toBeVisible()
})

test('a missing order is a 404 that reveals nothing private', async ({ page }) => {
  expect((await page.goto('/product/no-such-thing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
  await expect(
    page.getByText("The product you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', '/shop')
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/Error:|node_modules|at \w+ \(/)
})
