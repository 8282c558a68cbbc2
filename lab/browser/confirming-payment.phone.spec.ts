import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

async function checkLayout(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

/** Expects no button or link that pays, changes to cash or cancels. */
async function expectNoOtherWay(page: Page): Promise<void> {
  await expect(page.getByText('We are confirming your payment with your bank.')).toBeVisible()
  for (const name of [/^Pay\b/, /^Cancel\b/]) {
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  }
}

/** Ends the bank's delay, so that its webhook reaches the shop now. */
async function confirmNow(orderId: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = 'sandbox-bank' and data->>'paymentId' in (
    select paid.id from sandbox_payments paid
    join payment_intents intent on intent.provider_order_id = paid.order_id
    where intent.order_id = ${orderId})`.execute(shopDatabase())
  // Notifies pg-boss, whose worker otherwise fetches the job with its next poll.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'sandbox-bank')`.execute(
    shopDatabase(),
  )
}

test('no tab offers another way to pay while a payment is confirmed, and the webhook opens the success page', async ({
  page,
}) => {
  await newCustomer(page)
  const orderId = await orderByApi(page, 'card')
  await page.goto(`/checkout/pay/${orderId}`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  // The bank confirms twenty minutes later, longer than this test takes.
  await page.getByRole('radio', { name: /^Approve too late/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/checkout/pay/${orderId}`)
  await expectNoOtherWay(page)
  const tab = await page.context().newPage()
  for (const path of ['/cart', `/orders/${orderId}?ask=cash`]) {
    await tab.goto(path)
    await expectNoOtherWay(tab)
  }
  await checkLayout(tab, 'confirming')
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline. This page continues by itself')).toBeVisible()
  await expectNoOtherWay(page)
  await sql`update payment_intents set confirming_since = now() - interval '5 minutes'
    where order_id = ${orderId}`.execute(shopDatabase())
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await tab.goto(`/orders/${orderId}?ask=cancel`)
  await sql`update payment_intents set confirming_since = now() where order_id = ${orderId}`.execute(
    shopDatabase(),
  )
  await tab.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(tab.getByRole('alert')).toContainText('We are confirming your payment with your bank.')
  await expect(tab.getByText('nothing to refund')).toHaveCount(0)
  await confirmNow(orderId)
  await expect(page).toHaveURL(`/checkout/success?orderId=${orderId}`)
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})
