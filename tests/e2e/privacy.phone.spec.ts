import { COOKIES } from '#content/policies/privacy.ts'
import { newWorker } from '#tests/e2e/programme.ts'
import { expect, requestsElsewhere, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession } from '#tests/e2e/signed-in.ts'

// Public pages that a visitor only reads are checked by every-page.spec.ts.
test('pages send no request to other sites and set only the cookies that the policy lists', async ({
  page,
  context,
}) => {
  const elsewhere = requestsElsewhere(context)
  const names = async () => (await context.cookies()).map(({ name }) => name).toSorted()

  await page.goto('/?ref=NOBODY123456')
  await page.goto('/product/ragi-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await expect.poll(names).toEqual(['cart', 'cart_seen', 'ref'])

  await newCustomer(page)
  await page.goto('/checkout')
  await openSession(context, (await newWorker({ language: 'hi' })).email)
  await page.goto('/shg-worker-dashboard')
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(names).toContain('worker-language')
  expect(elsewhere).toEqual([])

  const policyNames = COOKIES.map(({ name }) => name)
  const browserNames = await names()
  expect(browserNames.filter((name) => !policyNames.includes(name))).toEqual([])
  expect(browserNames).toEqual(
    expect.arrayContaining(['account', 'better-auth.session_token', 'cart', 'checkout_key']),
  )
  await page.goto('/privacy-policy')
  for (const name of policyNames) await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()

  // Cookies that scripts can read identify no person.
  const readable = await page.evaluate(() => document.cookie.split('; ').map((pair) => pair.split('=')[0]))
  expect(readable.toSorted()).toEqual(['account', 'cart'])
})
