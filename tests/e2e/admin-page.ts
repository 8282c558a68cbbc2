/** The dashboard: an admin's session, and orders and products made for one test. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { placeOrder } from '#tests/shop-customer.ts'

export const DASHBOARD = '/admin/dashboard'

/** Signs in the demonstration's admin, for a test that opens a page of the dashboard itself. */
export function signInAdmin(page: Page): Promise<void> {
  return openSession(page.context(), 'admin@demo.test')
}

/** Signs in the demonstration's admin and opens the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await signInAdmin(page)
  await page.goto(DASHBOARD)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** The start of an order's id, as the shop writes it. */
export const short = (id: string) => `#${id.slice(0, 8)}`

type Ordered = { email: string; fullName: string; cookie: string; ids: [string, ...string[]] }

/** Cash orders of one ragi mix each, by a new customer with a unique name of letters; the newest last. */
export async function newOrders(count: number, productId?: string): Promise<Ordered> {
  const letters = [...randomUUID()].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 49)).join('')
  const fullName = `Ila ${letters.replace(/[^a-z]/g, '')}`
  const email = `${randomUUID()}@example.test`
  const cookie = await sessionCookie({ email, fullName })
  const ids: string[] = []
  for (let placed = 0; placed < count; placed += 1) {
    const answer = await placeOrder(shopOrigin(), cookie, randomUUID(), productId)
    expect(answer.status).toBe(201)
    ids.push((await answer.json()).id)
  }
  return { email, fullName, cookie, ids: ids as [string, ...string[]] }
}

/** Sets these orders to a status, as the API does for an admin. */
export async function setStatus(ids: readonly string[], status: string): Promise<void> {
  for (const id of ids) expect((await asAdmin('PUT', `/orders/${id}`, { status })).status).toBe(200)
}

/** A product on sale for ₹200 with 5 units in stock, unless the fields of the API say otherwise. */
export async function newProduct(
  fields: object = {},
): Promise<{ id: string; slug: string; name: string; number: number }> {
  const made = await asAdmin('POST', '/products', {
    name: `Foxtail Mix ${randomUUID().slice(0, 8)}`,
    price: 200,
    category: 'meal-mix',
    is_active: true,
    net_quantity: '500 g',
    mrp: 300,
    shelf_life: '6 months',
    stock_quantity: 5,
    maker: 'Nandini Self-Help Group, Dharwad',
    fssai_licence: '10000000000001',
    allergens: ['No known allergens'],
    ...fields,
  })
  expect(made.status).toBe(201)
  const { id, slug, name } = await made.json()
  // The number in carts.
  const numbers = shopDatabase().selectFrom('products').select('number').where('id', '=', id)
  return { id, slug, name, ...(await numbers.executeTakeFirstOrThrow()) }
}

/** Answers each question of the browser; `asked` counts them. */
export function answerQuestions(page: Page): { asked: number; answer: boolean } {
  const state = { asked: 0, answer: false }
  page.on('dialog', (dialog) => {
    state.asked += 1
    return state.answer ? dialog.accept() : dialog.dismiss()
  })
  return state
}

export const orderRows = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row')

/** Resolves when scripts run and orders can be picked. */
export const ordersReady = (page: Page) =>
  expect(page.getByRole('button', { name: 'Select all on this page' })).toBeVisible()
