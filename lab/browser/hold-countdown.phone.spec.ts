/** The page counts down the hold of an unpaid card order. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

const RAGI = 'Ragi Meal Mix'

const short = (orderId: string) => `#${orderId.slice(0, 8)}`

async function checkLayout(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

/** Ends the time to pay for this order. */
async function endHold(orderId: string): Promise<void> {
  await sql`update payment_intents set hold_until = now() where order_id = ${orderId}`.execute(shopDatabase())
}

test('the open page counts down the hold and, when it ends, puts the items back', async ({ page }) => {
  await newCustomer(page)
  const orderId = await orderByApi(page, 'card')
  await page.clock.install()
  await page.goto(`/checkout/pay/${orderId}`)
  await expect(page.getByText('Time left to pay: 15 minutes')).toBeVisible()
  await page.clock.fastForward('10:30')
  await expect(page.getByText('Time left to pay: 5 minutes')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '5 minutes left to pay' })).toBeAttached()
  await endHold(orderId)
  await page.clock.fastForward('16:00')
  await expect(page.getByText(`Your order ${short(orderId)} wasn’t paid in time.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await checkLayout(page, 'lapsed')
  await page.getByRole('button', { name: 'Put these items back in your cart' }).click()
  await expect(page).toHaveURL(/\/cart/)
  await expect(page.getByText(`The items of order ${short(orderId)} are in your cart.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: RAGI }).first()).toBeVisible()
})
