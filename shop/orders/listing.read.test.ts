import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { countWaiting } from '#shop/analytics/overview.read.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { filterQuery } from '#shop/kernel/filters.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { countOrders, listForAdmin } from '#shop/orders/listing.read.ts'
import { emptyReason, isNarrowed, ORDER_FILTERS, pageQuery, readListing } from '#shop/orders/listing.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows, rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const product = await makeProduct(db, { stockQuantity: 1000 })

const list = async (query: string, limit = 50) =>
  listForAdmin(db, readListing(new URLSearchParams(query)), { now: NOW, lateBefore: NOW }, limit)
const idsOf = async (query: string, limit = 50) => (await list(query, limit)).orders.map(({ id }) => id)

/** Creates orders one minute apart and returns their ids, newest first. */
async function ordersOf(fullName: string, count: number): Promise<string[]> {
  const customer = await makeUser(db, { fullName })
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const now = new Date(NOW.getTime() + at * 60_000)
    ids.unshift(await makeOrder(ctx(customer, { now }), [{ productId: product, quantity: 1 }]))
  }
  return ids
}

describe('listForAdmin', () => {
  it('returns each order once when paging forward and back', async () => {
    const ids = await ordersOf('Ishaan Gupta', 7)
    const first = await list('q=ishaan', 3)
    expect(first).toMatchObject({ hasPrevious: false, hasNext: true })
    const second = await list(`q=ishaan&after=${ids[2]}`, 3)
    const third = await list(`q=ishaan&after=${ids[5]}`, 3)
    expect([first, second, third].flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(ids)
    expect(third).toMatchObject({ hasPrevious: true, hasNext: false })
    const back = await list(`q=ishaan&before=${ids[6]}`, 3)
    expect(back.orders.map(({ id }) => id)).toEqual(ids.slice(3, 6))
    expect(back).toMatchObject({ hasPrevious: true, hasNext: true })
    expect(await list(`q=ishaan&before=${ids[3]}`, 3)).toMatchObject({ hasPrevious: false })
  })

  it('pages forward and back with the oldest first, too', async () => {
    const oldest = (await ordersOf('Sorted Shah', 7)).toReversed()
    const query = 'q=sorted&sort=oldest'
    expect(await list(query, 3)).toMatchObject({ hasPrevious: false, hasNext: true })
    expect(await idsOf(query, 3)).toEqual(oldest.slice(0, 3))
    expect(await idsOf(`${query}&after=${oldest[2]}`, 3)).toEqual(oldest.slice(3, 6))
    expect(await list(`${query}&after=${oldest[5]}`, 3)).toMatchObject({ hasPrevious: true, hasNext: false })
    expect(await idsOf(`${query}&before=${oldest[3]}`, 3)).toEqual(oldest.slice(0, 3))
    expect(await list(`${query}&before=${oldest[3]}`, 3)).toMatchObject({ hasPrevious: false, hasNext: true })
  })

  it('finds an id prefix, and parts of a name, ignoring case; a part of two letters only where a word begins', async () => {
    const [id = ''] = await ordersOf('Zoya Khan', 1)
    const short = encodeURIComponent(`#${id.slice(0, 8)}`)
    expect(await idsOf(`q=${short}`)).toEqual([id])
    expect(await idsOf(`q=${id.slice(0, 8)}`)).toEqual([id])
    expect(await idsOf('q=OYA+kh')).toEqual([id])
    expect(await idsOf('q=zo')).toEqual([id])
    expect(await idsOf('q=oy')).toEqual([])
    expect(await idsOf('q=%25')).toEqual([])
    expect(await idsOf(`q=${encodeURIComponent('#zz')}`)).toEqual([])
  })

  it('finds phone, email, tracking and invoice number in any notation', async () => {
    const customer = await makeUser(db, { email: 'Nisha.Search@example.test' })
    const other = await makeUser(db)
    const line = [{ productId: product, quantity: 1 }]
    const shippingAddress = { ...ADDRESS, phone: '9731100220' }
    const id = await makeOrder(ctx(customer), line, { shippingAddress })
    const elsewhere = await makeOrder(ctx(other), line)
    await db.updateTable('users').set({ phoneNumber: '+91 88610 40404' }).where('id', '=', other.id).execute()
    await changeOrder(ctx(admin), { orderId: id, status: 'shipped', trackingNumber: 'EE_77IN' })
    await issueInvoice(ctx(), id)
    const { number } = await rowOf(db, 'invoices', { orderId: id })
    const search = (text: string) => idsOf(`q=${encodeURIComponent(text)}`)
    for (const text of ['9731100220', '+91 97311 00220', '097311-00220', '0091 9731100220'])
      expect(await search(text), text).toEqual([id])
    expect(await search('0886 1040404')).toEqual([elsewhere])
    for (const text of [
      'nisha.search@example.test',
      'NISHA.SEARCH@',
      'ee_77in',
      'EE_7',
      number,
      number.toLowerCase(),
    ])
      expect(await search(text), text).toEqual([id])
    expect(await search('EEX7')).toEqual([])
    expect(await idsOf(`status=pending&q=9731100220`)).toEqual([])
    expect([phoneDigits('98450 1234'), phoneDigits('98450x12345')]).toEqual([null, null])
  })

  it('finds a name that could be an id prefix', async () => {
    const [id] = await ordersOf('Dede Facade', 1)
    expect(await idsOf('q=dede')).toContain(id)
  })

  it('lists the orders of one account without those of another with the same name', async () => {
    const [id = ''] = await ordersOf('Same Name', 1)
    await ordersOf('Same Name', 1)
    const { userId } = await rowOf(db, 'orders', { id })
    expect(await idsOf(`customer=${userId}`)).toEqual([id])
    expect(filterQuery(ORDER_FILTERS, readListing(new URLSearchParams(`customer=${userId}`)))).toBe(
      `customer=${userId}`,
    )
    expect(readListing(new URLSearchParams('customer=unknown')).customer).toBeNull()
  })

  it('finds orders by a name that very many customers have', async () => {
    await insertRows(
      db,
      'users',
      Array.from({ length: 2_600 }, () => ({
        id: randomUUID(),
        email: `${randomUUID()}@example.test`,
        fullName: 'Common Nameson',
        createdAt: NOW,
        updatedAt: NOW,
      })),
    )
    const ids = await ordersOf('Rare Nameson', 2)
    expect(await idsOf('q=nameson')).toEqual(ids)
  })

  it('filters by status and by open requests', async () => {
    const [first = '', other = ''] = await ordersOf('Ritu Sharma', 2)
    await changeOrder(ctx(admin), { orderId: first, status: 'delivered' })
    const customer = await rowOf(db, 'orders', { id: first })
    const actor = { ...admin, id: customer.userId, staffRole: null }
    await requestOrderRefund(ctx(actor), { orderId: first, reason: 'late', details: '' })
    expect((await countWaiting(db)).orders).toBe(1)
    expect(await idsOf('q=ritu&status=delivered')).toEqual([first])
    expect(await idsOf('q=ritu&status=pending')).toEqual([other])
    const { orders } = await list('q=ritu&waits=1')
    expect(orders).toMatchObject([
      { id: first, isWaiting: true, customerName: 'Ritu Sharma', city: 'Bengaluru' },
    ])
  })
})

describe('countOrders', () => {
  it('is exact before and after the rollups are refreshed, and when a day changes afterwards', async () => {
    const countRows = async () =>
      Number(
        (
          await db
            .selectFrom('orders')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    expect(await countOrders(db)).toBe(await countRows())
    while (await refreshRollups(ctx(admin)).then((result) => result.ok && result.value > 0));
    expect(await countOrders(db)).toBe(await countRows())
    await ordersOf('Customer New', 2)
    expect(await countOrders(db)).toBe(await countRows())
  })
})

describe('the query string of the list', () => {
  it('gives the reason for an empty list', () => {
    const reason = (query: string) => emptyReason(readListing(new URLSearchParams(query)))
    expect(reason('since=2026-03-02&until=2026-03-01')).toContain('“From” is after the day in “To”')
    expect(reason('since=2026-03-01&until=2026-03-01')).toBe(
      'No order matches this search and these filters.',
    )
    expect(reason('')).toBeNull()
  })

  it('is read without invalid values and written again', () => {
    const search = readListing(
      new URLSearchParams('q=+Ritu+&status=shipped&waits=1&sort=oldest&after=nonsense&from=-3'),
    )
    expect(search).toMatchObject({
      text: 'Ritu',
      status: 'shipped',
      isWaiting: true,
      customer: null,
      sort: 'oldest',
      after: null,
      before: null,
      from: 1,
    })
    expect(filterQuery(ORDER_FILTERS, search)).toBe('q=Ritu&status=shipped&waits=1&sort=oldest')
    expect(isNarrowed(search)).toBe(true)
    expect(isNarrowed(readListing(new URLSearchParams('sort=oldest&from=26')))).toBe(false)
    expect(filterQuery(ORDER_FILTERS, readListing(new URLSearchParams('sort=upwards')))).toBe('')
    const after = randomUUID()
    expect(readListing(new URLSearchParams(pageQuery(search, { after, from: 26 })))).toMatchObject({
      after,
      from: 26,
    })
  })
})

describe('filters by day, payment, city, product and coupon', () => {
  it('apply alone and together, and are kept in the query string', async () => {
    const kochi = { ...ADDRESS, city: 'Kochi', state: 'Kerala', postalCode: '682001' }
    const other = await makeProduct(db, { stockQuantity: 10 })
    const customer = await makeUser(db, { fullName: 'Filtered Fernandes' })
    const line = (productId: string) => [{ productId, quantity: 1 }]
    const order = await makeOrder(ctx(customer), line(product), { shippingAddress: kochi })
    const two = await makeOrder(ctx(customer), line(other))
    const own = (query: string) => idsOf(`customer=${customer.id}&${query}`)
    expect(await own('city=KOCHI')).toEqual([order])
    expect(await own(`product=${other}`)).toEqual([two])
    expect(await own(`product=${other}&city=kochi`)).toEqual([])
    expect((await own('payment=cash_due')).toSorted()).toEqual([order, two].toSorted())
    expect(await own('payment=paid')).toEqual([])
    expect(await own('method=card')).toEqual([])
    const day = dayOf(NOW)
    expect(await own(`since=${day}&until=${day}`)).toHaveLength(2)
    expect(await own(`since=${addDays(day, 1)}`)).toEqual([])
    expect(await own(`until=${addDays(day, -1)}`)).toEqual([])
    await db.updateTable('orders').set({ couponCode: 'MILLET10' }).where('id', '=', two).execute()
    expect(await own('coupon=millet10')).toEqual([two])
    // Invalid values are ignored.
    expect(await own('since=2026-02-31&payment=maybe&method=gold&product=x&city=%00')).toHaveLength(2)
    const query = `since=${day}&payment=cash_due&method=cod&city=Kochi&product=${product}&coupon=A`
    expect(filterQuery(ORDER_FILTERS, readListing(new URLSearchParams(query)))).toBe(query)
  })
})
