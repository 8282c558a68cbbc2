/** Helpers for the dashboard: an admin's session, and orders and products created for one test. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession, requestAsAdmin, sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { placeOrder } from '#tests/shop-customer.ts'

export const DASHBOARD = '/admin/dashboard'

/** Signs in the demonstration's admin without opening a page. */
export function signInAdmin(page: Page): Promise<void> {
  return openSession(page.context(), 'admin@demo.test')
}

/** Signs in the demonstration's admin and opens the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await signInAdmin(page)
  await page.goto(DASHBOARD)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** The start of an order's id, as the shop shows it. */
export const shortId = (id: string) => `#${id.slice(0, 8)}`

type NewOrders = { email: string; fullName: string; cookie: string; ids: [string, ...string[]] }

/** Places cash orders of one ragi mix each, by a new customer with a unique name. The newest order is last. */
export async function newOrders(count: number, productId?: string): Promise<NewOrders> {
  const letters = [...randomUUID()].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 49)).join('')
  const fullName = `Ila ${letters.replace(/[^a-z]/g, '')}`
  const email = `${randomUUID()}@example.test`
  const cookie = await sessionCookie({ email, fullName })
  const ids: string[] = []
  while (ids.length < count) {
    const answer = await placeOrder(shopOrigin(), cookie, randomUUID(), productId)
    expect(answer.status).toBe(201)
    ids.push((await answer.json()).id)
  }
  return { email, fullName, cookie, ids: ids as [string, ...string[]] }
}

/** Sets these orders to a status, by the API as an admin. */
export async function setStatus(ids: readonly string[], status: string): Promise<void> {
  for (const id of ids) expect((await requestAsAdmin('PUT', `/orders/${id}`, { status })).status).toBe(200)
}

/** Creates a product for ₹200 with 5 units in stock; `fields` of the API override it. */
export async function newProduct(
  fields: object = {},
): Promise<{ id: string; slug: string; name: string; number: number }> {
  const response = await requestAsAdmin('POST', '/products', {
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
  expect(response.status).toBe(201)
  const { id, slug, name } = await response.json()
  // The catalogue number, which carts contain.
  const numbers = shopDatabase().selectFrom('products').select('number').where('id', '=', id)
  return { id, slug, name, ...(await numbers.executeTakeFirstOrThrow()) }
}

/** Answers each dialog of the browser with `answer`. `asked` counts the dialogs. */
export function answerQuestions(page: Page): { asked: number; answer: boolean } {
  const state = { asked: 0, answer: false }
  page.on('dialog', (dialog) => {
    state.asked += 1
    return state.answer ? dialog.accept() : dialog.dismiss()
  })
  return state
}

export const orderRows = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row')

/** Resolves when scripts run and orders can be selected. */
export const waitForOrders = (page: Page) =>
  expect(page.getByRole('button', { name: 'Select all on this page' })).toBeVisible()
