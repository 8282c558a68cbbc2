import { expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import { exportListing, exportOrders } from '#shop/invoices/order-export.read.ts'
import { type CsvCell, toCsv } from '#shop/kernel/csv.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { readListing } from '#shop/orders/listing.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)
const other = await makeUser(db, { fullName: '=HYPERLINK("http://evil.test")' })
const product = await makeProduct(db, { stockQuantity: 1000 })

async function collect(pages: AsyncGenerator<CsvCell[][]>): Promise<CsvCell[][]> {
  const rows: CsvCell[][] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

const rowsOf = (filter: Parameters<typeof exportOrders>[1]) => collect(exportOrders(db, filter))
const exportDesk = (query: string) =>
  collect(exportListing(db, readListing(new URLSearchParams(query)), { now: NOW, lateBefore: NOW }))

it('exports only the customer’s own orders that match the filter', async () => {
  const [mine] = [await makeOrder(ctx(customer), [{ productId: product, quantity: 2 }])]
  await makeOrder(ctx(other), [{ productId: product, quantity: 1 }])
  const rows = await rowsOf({ userId: customer.id })
  expect(rows.map(([id]) => id)).toEqual(['Order', mine])
  expect(rows[0]).not.toContain('Email')
  expect(await rowsOf({ userId: customer.id, status: 'cancelled' })).toHaveLength(1)
  expect(await rowsOf({ userId: customer.id, idPrefix: mine.slice(0, 8) })).toHaveLength(2)
})

it('escapes texts that a spreadsheet would run as formulas', async () => {
  const shippingAddress = { ...ADDRESS, fullName: '=1+1', city: '@SUM(A1)' }
  await makeOrder(ctx(other), [{ productId: product, quantity: 1 }], { shippingAddress })
  const csv = toCsv(await exportDesk('q=hyperlink'))
  expect(csv).toContain("'=1+1")
  expect(csv).toContain("'@SUM(A1)")
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  expect(csv).not.toMatch(/(^|,)"?[=@]/m)
})

it('reads every page of a long list', async () => {
  const rich = await makeUser(db, { fullName: 'Customer with seven orders' })
  const ids: string[] = []
  for (let at = 0; at < 7; at += 1)
    ids.push(await makeOrder(ctx(rich), [{ productId: product, quantity: 1 }]))
  const idsIn = (rows: CsvCell[][]) => rows.slice(1).map(([id]) => id)
  for (const size of [3, 7]) {
    const own = await collect(exportOrders(db, { userId: rich.id }, size))
    expect(idsIn(own).toSorted()).toEqual(ids.toSorted())
    const listed = await collect(
      exportListing(db, readListing(new URLSearchParams('q=seven')), { now: NOW, lateBefore: NOW }, size),
    )
    expect(idsIn(listed).toSorted()).toEqual(ids.toSorted())
  }
})

it('sorts the rows like the list', async () => {
  const buyer = await makeUser(db, { fullName: 'Sorted exports' })
  const ids: string[] = []
  for (const minutes of [0, 1, 2]) {
    const now = new Date(NOW.getTime() + minutes * 60_000)
    ids.push(await makeOrder(ctx(buyer, { now }), [{ productId: product, quantity: 1 }]))
  }
  const exportIds = async (query: string) => {
    const search = readListing(new URLSearchParams(`q=sorted+ex&${query}`))
    return (await collect(exportListing(db, search, { now: NOW, lateBefore: NOW }, 2)))
      .slice(1)
      .map(([id]) => id)
  }
  expect(await exportIds('sort=oldest')).toEqual(ids)
  expect(await exportIds('')).toEqual(ids.toReversed())
})

it('shows until when the shop holds the stock of an unpaid card order', async () => {
  const buyer = await makeUser(db, { fullName: 'Unpaid exports' })
  const placeOrder = (paymentMethod: 'card' | 'cod') =>
    makeOrder(ctx(buyer), [{ productId: product, quantity: 1 }], { paymentMethod })
  const [card, cash] = [await placeOrder('card'), await placeOrder('cod')]
  const rows = await exportDesk('q=unpaid+ex')
  const unpaidOf = (id: string) => rows.find(([at]) => at === id)?.[rows[0]?.indexOf('Unpaid') ?? 0]
  expect(unpaidOf(card)).toMatch(/^Unpaid, held until /)
  expect(unpaidOf(cash)).toBe('')
})

it('exports invoice number, HSN codes and taxes of each order', async () => {
  const buyer = await makeUser(db, { fullName: 'Invoiced exports' })
  const placeOrder = () => makeOrder(ctx(buyer), [{ productId: product, quantity: 3 }])
  const [invoicedId, open] = [await placeOrder(), await placeOrder()]
  await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', invoicedId).execute()
  const invoice = must(await issueInvoice(ctx(buyer), invoicedId))
  const [headings = [], ...rows] = await exportDesk('q=invoiced+ex')
  const cellsOf = (id: string, names: string[]) => {
    const row = rows.find(([at]) => at === id) ?? []
    return names.map((name) => row[headings.indexOf(name)])
  }
  const taxes = ['Invoice', 'Taxable value', 'CGST', 'SGST', 'IGST']
  const { number, taxable, cgst, sgst, igst, lines } = invoice
  expect(cellsOf(invoicedId, taxes)).toEqual([number, ...[taxable, cgst, sgst, igst].map(toRupees)])
  expect(cellsOf(open, taxes)).toEqual([null, null, null, null, null])
  expect(cellsOf(open, ['HSN codes'])).toEqual([lines[0]?.hsnCode])
  expect(headings).toContain('Placed (IST)')
})
