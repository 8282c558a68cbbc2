import { randomUUID } from 'node:crypto'
import { makeProduct } from '#db/factories/product.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'

test('a visitor asks for an email about a product out of stock, confirms, and leaves the list', async ({
  page,
}) => {
  const name = `Kodo Trial ${randomUUID().slice(0, 8)}`
  const id = await makeProduct(shopDatabase(), { name, stockQuantity: 0 })
  const email = `waiting-${randomUUID()}@example.test`
  // The shop shows a product a moment after it was inserted into the database.
  await expect.poll(async () => (await page.request.get(`/product/${id}`)).status()).toBe(200)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'out of stock')
  await page.getByLabel('Email address').first().fill(email)
  await page.getByRole('button', { name: 'Notify me' }).tap()
  await expect(page.getByText(`just emailed to ${email}. Then you’ll get one email when`)).toBeVisible()
  const mail = await waitForMail(page, email, /Shall we tell you/)
  await page.goto(findLink(mail.text))
  await page.getByRole('button', { name: 'Yes, tell me' }).tap()
  await expect(page.getByText(`You’ll get one email when ${name} is back in stock.`)).toBeVisible()
  const leave = /\S+\/stock-notice\/leave\?token=\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto(leave)
  await page.getByRole('main').getByRole('button', { name: 'Leave the list' }).tap()
  await expect(page.getByText(`You’re off the list. We won’t email you about ${name}.`)).toBeVisible()
  expect((await page.request.get(leave)).status()).toBe(404)
})
