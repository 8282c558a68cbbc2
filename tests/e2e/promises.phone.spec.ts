import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { makeProduct } from '#db/factories/product.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

const COMPLETE_BOX = `/product/${seedId(1)}`

async function referralLink(browser: Browser): Promise<string> {
  const page = await (await browser.newContext()).newPage()
  await newCustomer(page)
  await page.goto('/profile')
  const link = await page.getByLabel('Referral link').inputValue()
  await page.context().close()
  return new URL(link).search
}

const strip = (page: Page) => page.getByRole('complementary', { name: 'Your friend’s offer' })

test('a friend’s offer is on every page from the first on, does not move it, and ends with the first order', async ({
  page,
  browser,
}) => {
  const search = await referralLink(browser)
  for (const path of ['/', COMPLETE_BOX, '/hydration', '/search']) {
    const first = await browser.newContext({ javaScriptEnabled: false })
    const visitor = await first.newPage()
    await visitor.goto(`${path}${search}`)
    await expect(strip(visitor), path).toContainText('20% off your first order')
    await visitor.goto('/products')
    await expect(strip(visitor)).toBeVisible()
    await first.close()
  }
  const shifts = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().reduce((sum, entry) => sum + (entry as never as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 500)
        }),
    )
  await page.goto(`${COMPLETE_BOX}${search}`)
  await expect(strip(page)).toBeVisible()
  expect(await shifts()).toBeLessThan(0.02)
  await expect(page.getByText(/^New here\? Buy 1 Get 1 Free/)).toContainText('An order takes one discount')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a friend’s offer')
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await expect(page).toHaveURL(/\/products/)
  await expect(strip(page)).toBeVisible()
  await page.reload()
  await expect(strip(page)).toBeVisible()
  await page.goBack()
  await expect(strip(page)).toBeVisible()

  await newCustomer(page)
  await page.goto('/orders')
  await expect(strip(page)).toBeVisible()
  await orderRagi(page)
  await page.goto('/orders')
  await expect(strip(page)).toBeHidden()
  await page.goto('/')
  await expect(strip(page)).toBeHidden()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/?ref=NOBODY123456')
  await expect(strip(stranger)).toBeHidden()
  expect((await stranger.context().cookies()).map(({ name }) => name)).toEqual(['ref'])
  await stranger.context().close()
})

test('prices say what they come to with tax, on the product page and in the cart', async ({ page }) => {
  await page.goto(COMPLETE_BOX)
  await expect(page.getByText('₹1,060.82 with tax')).toBeVisible()
  await page.context().addCookies([{ name: 'cart', value: '2x2', url: shopOrigin() }])
  await page.goto('/cart')
  await expect(page.getByText('₹279 each, ₹329.22 with tax')).toBeVisible()
})

test('a demonstration says of bestsellers and ratings that they are samples, and what is not certified', async ({
  page,
}) => {
  const sample = page.getByText('Bestseller (sample)')
  await expect(async () => {
    await page.goto('/products')
    await expect(sample.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Bestseller', { exact: true })).toHaveCount(0)
  for (const path of [COMPLETE_BOX, '/replenish', '/hydration']) {
    await page.goto(path)
    const ratings = page.getByText(/^\d(\.\d)? out of 5/).filter({ visible: true })
    await expect(ratings.first(), path).toBeVisible()
    await expect(page.getByText('(demonstration)').first(), path).toBeVisible()
    expect(await page.locator('script[type="application/ld+json"]').allTextContents()).not.toContainEqual(
      expect.stringContaining('aggregateRating'),
    )
  }
  await page.goto('/product/biodegradable-containers')
  await expect(page.getByRole('complementary', { name: /^What “biodegradable” says here/ })).toContainText(
    'no certificate',
  )
  await expectAccessible(page, 'what is not certified')
})

test('a product that is out of stock tells who asked, once, and a click ends it', async ({
  page,
  browser,
}) => {
  const number = 600_000 + Math.floor(Math.random() * 100_000)
  const name = `Kodo Trial ${number}`
  const id = (await makeProduct(shopDatabase(), { name, number, stockQuantity: 0 })) ?? ''
  const email = `waiting-${randomUUID()}@example.test`
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.context().addCookies([{ name: 'cart', value: `${number}x1`, url: shopOrigin() }])
  await plain.goto('/cart')
  await plain.getByRole('link', { name: `Notify me when ${name} is back in stock` }).click()
  await expect(plain.getByRole('heading', { name: 'Notify me when back in stock' })).toBeInViewport()
  await plain.goto('/products?category=meal-mix')
  await plain.getByRole('link', { name: `Notify me when ${name} is back in stock` }).click()
  await plain.getByRole('link', { name: 'Notify me' }).click()
  await plain.getByLabel('Email address').first().fill('nobody')
  await plain.locator('form[action="/stock-notice"]').evaluate((form: HTMLFormElement) => form.submit())
  await expect(plain.getByLabel('Email address').first()).toHaveValue('nobody')
  await plain.getByLabel('Email address').first().fill(email)
  await plain.getByRole('button', { name: 'Notify me' }).click()
  await expect(
    plain.getByText(`just emailed to ${email}. Then you’ll get one email when ${name} is`),
  ).toBeVisible()
  await expect(plain.getByRole('link', { name: 'Back to the product' })).toHaveAttribute(
    'href',
    `/product/${id}`,
  )
  const link = await mailTo(plain, email, /Shall we tell you/)
  await plain.goto(linkIn(link.text))
  await expect(plain.getByRole('heading', { name: `Notify me when ${name} is back` })).toBeVisible()
  await plain.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(plain.getByText(`You’ll get one email when ${name} is back in stock.`)).toBeVisible()
  const leave = /\S+\/stock-notice\/leave\?token=\S+/.exec(link.text)?.[0] ?? ''
  await plain.goto(leave)
  await expect(plain.getByRole('heading', { name: `Leave the list for ${name}` })).toBeVisible()
  await plain.getByRole('main').getByRole('button', { name: 'Leave the list' }).click()
  await expect(plain.getByText(`You’re off the list. We won’t email you about ${name}.`)).toBeVisible()
  expect((await plain.goto(leave))?.status()).toBe(404)
  await expect(plain.getByText('This link does not work.')).toBeVisible()
  await expect(plain.getByRole('main').getByRole('button', { name: 'Leave the list' })).toBeHidden()
  await plain.context().close()

  await newCustomer(page)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(page.getByText('the address of your account')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'out of stock')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(/^Done\. We’ll send one email to/)).toBeVisible()
  const waiting = shopDatabase().selectFrom('stockNotices').select('confirmedAt').where('productId', '=', id)
  expect(await waiting.execute()).toMatchObject([{ confirmedAt: expect.any(Date) }])
})
