import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import {
  confirmStockNotice,
  leaveStockNotice,
  pendingStockNotice,
  queueStockNotices,
  requestStockNotice,
  takeStockNotice,
} from '#shop/messages/stock-notices.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const { db, ctx } = await testDatabase()
const clockAfter = (ms: number) => ({ now: new Date(NOW.getTime() + ms) })
const newAddress = () => `${randomUUID()}@example.test`

async function makeSoldOutProduct(): Promise<string> {
  return await makeProduct(db, { stockQuantity: 0 }, NOW)
}

async function restock(productId: string, units = 1): Promise<void> {
  const change = { reason: 'counted', orderId: null, actorId: null, now: NOW } as const
  expect(await moveStock(db, { ...change, units: new Map([[productId, units]]) })).toBe(true)
}

const noticesOf = (productId: string) =>
  db.selectFrom('stockNotices').selectAll().where('productId', '=', productId).execute()

/** Returns the ids of the product's notices whose email is queued. */
async function queuedNotices(productId: string): Promise<string[]> {
  const ids = (await noticesOf(productId)).map(({ id }) => id)
  return (await readJobs(db, 'stock-notice')).map(({ noticeId }) => noticeId).filter((id) => ids.includes(id))
}

/** Requests a notice as a visitor. Returns the token of the emailed link. */
async function requestByEmail(productId: string, email: string): Promise<string> {
  expect(await requestStockNotice(ctx(), { productId, email })).toMatchObject({
    ok: true,
    value: { email, isConfirmed: false, product: { id: productId } },
  })
  const [{ confirmToken } = { confirmToken: '' }] = (await readJobs(db, 'stock-notice-link')).slice(-1)
  return confirmToken
}

describe('requestStockNotice', () => {
  it('confirms the account’s own address at once, and ignores the address in the form', async () => {
    const productId = await makeSoldOutProduct()
    const person = await makeUser(db)
    const outcome = await requestStockNotice(ctx(person), { productId, email: 'stranger@example.test' })
    expect(outcome).toMatchObject({ ok: true, value: { email: person.email, isConfirmed: true } })
    expect(await noticesOf(productId)).toMatchObject([
      { email: person.email, confirmedAt: NOW, tokenHash: null },
    ])
  })

  it('gives the same result for every address, and emails each at most once in ten minutes', async () => {
    const productId = await makeSoldOutProduct()
    const email = newAddress()
    const mails = async () => (await readJobs(db, 'stock-notice-link')).length
    const token = await requestByEmail(productId, email)
    const count = await mails()
    await requestByEmail(productId, email)
    expect(await mails()).toBe(count)
    await requestStockNotice(ctx(undefined, clockAfter(11 * MINUTE_MS)), { productId, email })
    expect(await mails()).toBe(count + 1)
    expect(await confirmStockNotice(ctx(), token)).toMatchObject({ ok: false })
    for (let at = 0; at < 25; at += 1) await requestByEmail(await makeSoldOutProduct(), email)
    const { length } = await db.selectFrom('stockNotices').select('id').where('email', '=', email).execute()
    expect(length).toBe(20)
  })

  it('refuses a product in stock, an unknown product, and a visitor without an address', async () => {
    const inStock = await makeProduct(db, { stockQuantity: 1 }, NOW)
    const email = newAddress()
    expect(await requestStockNotice(ctx(), { productId: inStock, email })).toMatchObject(err('in_stock'))
    const unknown = { productId: 'no-such', email }
    expect(await requestStockNotice(ctx(), unknown)).toMatchObject(err('product_not_found'))
    const visitor = { productId: await makeSoldOutProduct(), email: null }
    expect(await requestStockNotice(ctx(), visitor)).toMatchObject(err('email_needed'))
  })
})

describe('queueStockNotices', () => {
  it('emails each confirmed address once when stock is back, and no unconfirmed one', async () => {
    const productId = await makeSoldOutProduct()
    const email = newAddress()
    const token = await requestByEmail(productId, email)
    await requestByEmail(productId, newAddress())
    await queueStockNotices(ctx())
    expect(await queuedNotices(productId)).toEqual([])
    expect(await confirmStockNotice(ctx(), token)).toEqual(ok(null))
    expect(await confirmStockNotice(ctx(), token)).toEqual(ok(null))
    await queueStockNotices(ctx())
    expect(await queuedNotices(productId)).toEqual([])
    await restock(productId)
    await Promise.all([queueStockNotices(ctx()), queueStockNotices(ctx())])
    const notices = await queuedNotices(productId)
    expect(notices).toHaveLength(1)
    expect(await takeStockNotice({ db }, notices[0] ?? '')).toMatchObject({ email })
    await queueStockNotices(ctx(undefined, clockAfter(MINUTE_MS)))
    expect(await queuedNotices(productId)).toHaveLength(1)
  })

  it('emails the oldest notices, one per unit; the others wait for more units or for a day', async () => {
    const productId = await makeSoldOutProduct()
    const emails = [newAddress(), newAddress(), newAddress(), newAddress()]
    for (const [at, email] of emails.entries()) {
      const token = await requestByEmail(productId, email)
      await confirmStockNotice(ctx(undefined, clockAfter(at * 1000)), token)
    }
    const sentAt = async (ms: number) => {
      await Promise.all([
        queueStockNotices(ctx(undefined, clockAfter(ms))),
        queueStockNotices(ctx(undefined, clockAfter(ms))),
      ])
      const rows = await noticesOf(productId)
      return emails.filter((email) => rows.some((row) => row.email === email && row.sentAt !== null))
    }
    await restock(productId, 2)
    expect(await sentAt(MINUTE_MS)).toEqual(emails.slice(0, 2))
    expect(await sentAt(2 * MINUTE_MS)).toEqual(emails.slice(0, 2))
    await makeOrder(ctx(await makeUser(db), clockAfter(3 * MINUTE_MS)), [{ productId, quantity: 2 }])
    await restock(productId)
    expect(await sentAt(4 * MINUTE_MS)).toEqual(emails.slice(0, 3))
    expect(await sentAt(DAY_MS)).toEqual(emails.slice(0, 3))
    expect(await sentAt(DAY_MS + 5 * MINUTE_MS)).toEqual(emails)
  })

  it('keeps a notice waiting if the product is sold out again before the email is sent', async () => {
    const productId = await makeSoldOutProduct()
    await confirmStockNotice(ctx(), await requestByEmail(productId, newAddress()))
    await restock(productId)
    await queueStockNotices(ctx())
    const [id = ''] = await queuedNotices(productId)
    await restock(productId, -1)
    expect(await takeStockNotice({ db }, id)).toBeNull()
    await restock(productId, 2)
    await queueStockNotices(ctx())
    expect(await takeStockNotice({ db }, id)).not.toBeNull()
  })

  it('drops notices that were cancelled, or not confirmed within a week', async () => {
    const productId = await makeSoldOutProduct()
    await confirmStockNotice(ctx(), await requestByEmail(productId, newAddress()))
    const stale = await requestByEmail(productId, newAddress())
    const [first] = await noticesOf(productId)
    expect(await leaveStockNotice(ctx(), first?.leaveToken ?? '')).toBe(true)
    expect(await leaveStockNotice(ctx(), first?.leaveToken ?? '')).toBe(false)
    expect(await leaveStockNotice(ctx(), 'a\0b')).toBe(false)
    const [pending] = await noticesOf(productId)
    expect(await noticesOf(productId)).toHaveLength(1)
    expect(await pendingStockNotice({ db }, pending?.id ?? '')).not.toBeNull()
    const week = clockAfter(8 * DAY_MS)
    expect(await confirmStockNotice(ctx(undefined, week), stale)).toMatchObject({ ok: false })
  })
})
