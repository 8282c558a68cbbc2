import type { BrowserContext } from '@playwright/test'
import { COOKIES } from '#content/policies/privacy.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession } from '#tests/e2e/signed-in.ts'

const PAGES = [
  '/',
  '/products',
  '/product/ragi-mix',
  '/hydration',
  '/replenish',
  '/play-with-food',
  '/about',
  '/impact',
  '/contact',
  '/search?q=ragi',
  '/cart',
  '/checkout',
  '/orders',
  '/profile',
  '/privacy-policy',
]

/** Those that show a customer something of their own. */
const OF_CUSTOMER = ['/', '/cart', '/checkout', '/orders', '/profile']

/** Opens these pages until its requests end, five at a time: each waits half a second for that. */
async function openAll(context: BrowserContext, paths: string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += 5)
    await Promise.all(
      paths.slice(from, from + 5).map(async (path) => {
        const page = await context.newPage()
        await page.goto(path, { waitUntil: 'networkidle' })
        await page.getByRole('banner').waitFor()
        await page.close()
      }),
    )
}

test('no other site gets a request, and only the cookies that the policy lists are set', async ({
  page,
  context,
  baseURL,
}) => {
  const elsewhere: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  const names = async () => (await context.cookies()).map(({ name }) => name).toSorted()

  await page.goto('/')
  await page.goto('/about')
  expect(await names(), 'a visitor who only reads gets no cookie').toEqual([])

  await openAll(context, PAGES)
  await page.goto('/?ref=NOBODY123456')
  await page.goto('/product/ragi-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.goto('/cart')
  expect(await names()).toEqual(['cart', 'cart_seen', 'ref'])

  await newCustomer(page)
  await openAll(context, OF_CUSTOMER)
  await openSession(context, 'worker@demo.test')
  await page.goto('/shg-worker-dashboard')
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(names).toContain('worker-language')
  expect(elsewhere).toEqual([])

  const listed = COOKIES.map(({ name }) => name)
  const set = await names()
  expect(set.filter((name) => !listed.includes(name))).toEqual([])
  expect(set).toEqual(
    expect.arrayContaining(['account', 'better-auth.session_token', 'cart', 'checkout_key']),
  )
  await page.goto('/privacy-policy')
  for (const name of listed) await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()

  // Cookies readable by scripts identify no person.
  const readable = await page.evaluate(() => document.cookie.split('; ').map((pair) => pair.split('=')[0]))
  expect(readable.toSorted()).toEqual(['account', 'cart'])
})
