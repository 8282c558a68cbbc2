/** Offers, prices, samples and notices of stock: the shop keeps to what its pages promise. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeProduct } from '#db/factories/product.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

const COMPLETE_BOX = `/product/${seedId(1)}`

const strip = (page: Page) => page.getByRole('complementary', { name: 'Your friend’s offer' })

/** The sum of the layout shifts of the page so far. */
function shifts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const entries = observer.takeRecords() as (PerformanceEntry & { value: number })[]
    return entries.reduce((sum, { value }) => sum + value, 0)
  })
}

test('a friend’s offer is on every page, does not move it, and ends with the first order', async ({
  page,
  browser,
}) => {
  const friend = await (await browser.newContext()).newPage()
  await newCustomer(friend)
  await friend.goto('/profile')
  const { search } = new URL(await friend.getByLabel('Referral link').inputValue())

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await visitor.goto(`/hydration${search}`)
  await expect(strip(visitor)).toContainText('20% off your first order')
  await visitor.goto('/products')
  await expect(strip(visitor)).toBeVisible()

  await page.goto(`${COMPLETE_BOX}${search}`)
  await expect(strip(page)).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.02)
  await expect(page.getByText(/^New here\? Buy 1 Get 1 Free/)).toContainText('An order takes one discount')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a friend’s offer')
  await page.getByRole('link', { name: 'Products', exact: true }).first().tap()
  await expect(page).toHaveURL(/\/products/)
  await expect(strip(page)).toBeVisible()
  await newCustomer(page)
  await page.goto('/orders')
  await expect(strip(page)).toBeVisible()
  await orderRagi(page)
  for (const path of ['/orders', '/']) {
    await page.goto(path)
    await expect(strip(page)).toBeHidden()
  }
})

test('prices say what they come to with tax, and a demonstration marks its samples', async ({ page }) => {
  await page.goto(COMPLETE_BOX)
  await expect(page.getByText('₹1,060.82 with tax')).toBeVisible()
  const ratings = page.getByText(/^\d(\.\d)? out of 5/).filter({ visible: true })
  await expect(ratings.first()).toBeVisible()
  await expect(page.getByText('(demonstration)').first()).toBeVisible()
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).not.toContainEqual(
    expect.stringContaining('aggregateRating'),
  )
  await page.context().addCookies([{ name: 'cart', value: '2x2', url: shopOrigin() }])
  await page.goto('/cart')
  await expect(page.getByText('₹279 each, ₹329.22 with tax')).toBeVisible()
  await page.goto('/product/biodegradable-containers')
  await expect(page.getByRole('complementary', { name: /^What “biodegradable” says here/ })).toContainText(
    'no certificate',
  )
})

test('a product out of stock tells who asked, once, and a click ends it', async ({ page, browser }) => {
  const number = 600_000 + Math.floor(Math.random() * 100_000)
  const name = `Kodo Trial ${number}`
  const id = (await makeProduct(shopDatabase(), { name, number, stockQuantity: 0 })) ?? ''
  const email = `waiting-${randomUUID()}@example.test`
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.context().addCookies([{ name: 'cart', value: `${number}x1`, url: shopOrigin() }])
  await plain.goto('/cart')
  await plain.getByRole('link', { name: `Notify me when ${name} is back in stock` }).click()
  await expect(plain.getByRole('heading', { name: 'Notify me when back in stock' })).toBeInViewport()
  const address = plain.getByLabel('Email address').first()
  await address.fill('nobody')
  await plain.locator('form[action="/stock-notice"]').evaluate((form: HTMLFormElement) => form.submit())
  await expect(address).toHaveValue('nobody')
  await address.fill(email)
  await plain.getByRole('button', { name: 'Notify me' }).click()
  await expect(plain.getByText(`just emailed to ${email}. Then you’ll get one email when`)).toBeVisible()
  const mail = await mailTo(plain, email, /Shall we tell you/)
  await plain.goto(linkIn(mail.text))
  await plain.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(plain.getByText(`You’ll get one email when ${name} is back in stock.`)).toBeVisible()
  const leave = /\S+\/stock-notice\/leave\?token=\S+/.exec(mail.text)?.[0] ?? ''
  await plain.goto(leave)
  await plain.getByRole('main').getByRole('button', { name: 'Leave the list' }).click()
  await expect(plain.getByText(`You’re off the list. We won’t email you about ${name}.`)).toBeVisible()
  expect((await plain.goto(leave))?.status()).toBe(404)

  await newCustomer(page)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'out of stock')
  await page.getByRole('button', { name: 'Notify me' }).tap()
  await expect(page.getByText(/^Done\. We’ll send one email to/)).toBeVisible()
  const waiting = shopDatabase().selectFrom('stockNotices').select('confirmedAt').where('productId', '=', id)
  expect(await waiting.execute()).toMatchObject([{ confirmedAt: expect.any(Date) }])
})
