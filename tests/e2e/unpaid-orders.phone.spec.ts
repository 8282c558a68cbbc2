/** Ordering the items of an order again. */
import type { Page } from '@playwright/test'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, requestAsAdmin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

/** Makes the page lose the response to its next form post, which still reaches the shop. */
async function loseResponse(page: Page): Promise<void> {
  await page.evaluate(() => {
    const post = (event: SubmitEvent) => {
      event.preventDefault()
      const form = event.target as HTMLFormElement
      const body = new URLSearchParams([...new FormData(form)] as [string, string][])
      void fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    }
    document.addEventListener('submit', post, { once: true })
  })
}

test('a second tap of “Order again” adds nothing, even after the page has updated itself', async ({
  page,
}) => {
  await newCustomer(page)
  const orderId = await orderByApi(page)
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByText('This page updates by itself.')).toBeVisible()
  await loseResponse(page)
  const again = page.getByRole('button', { name: /^Order again/ })
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  await again.tap()
  await posted
  expect((await requestAsAdmin('PUT', `/orders/${orderId}`, { status: 'processing' })).status).toBe(200)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Processing')
  await again.tap()
  await expect(page).toHaveURL(/\/cart\?again=/)
  await expect(page.getByRole('main').getByRole('spinbutton')).toHaveValue('1')
})
