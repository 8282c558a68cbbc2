import { expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { toCsv } from '#shop/kernel/csv.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { rupees } from '#shop/kernel/money.ts'
import { COURIER_FORMATS, type CourierFormat, courierRows } from '#shop/orders/courier-file.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findParcels, netQuantitiesOf } from '#shop/orders/packing.read.ts'
import { packOrders, shipOrders } from '#shop/orders/packing-desk.ts'
import { findNamedOrders } from '#shop/orders/tracking-file.read.ts'
import { certainColumns, checkLines, readTrackingLines } from '#shop/orders/tracking-file.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, orderProduct } = await story(shop)
const customer = await makeUser(db)

/** Returns two orders that are packed. */
async function pack() {
  const ids: string[] = []
  for (const quantity of [1, 2])
    ids.push((await orderProduct(customer, { status: 'processing', quantity })).orderId)
  const rows = (await findParcels(db, ids)).map(({ order: { id, version } }) => ({ orderId: id, version }))
  must(await packOrders(ctx(admin), rows))
  return ids
}

async function fileFor(format: CourierFormat, ids: string[]): Promise<CsvFile> {
  const parcels = await findParcels(db, ids)
  const netQuantities = await netQuantitiesOf(db, parcels)
  const text = toCsv(
    courierRows(
      format,
      parcels.map((parcel) => ({ ...parcel, netQuantities })),
    ),
  )
  const csv = await readCsv(text, 200)
  if (!csv.ok) throw new Error(csv.problem.kind)
  return csv.file
}

it.each(Object.keys(COURIER_FORMATS) as CourierFormat[])(
  'a courier’s answer to an address file in the format %s ships the orders that the file named',
  async (format) => {
    const ids = await pack()
    const addresses = await fileFor(format, ids)
    const order = addresses.headings.findIndex((heading) => /order (id|no)/i.test(heading))
    // The courier answers with the order as the file named it, and a number.
    const answer = [
      [addresses.headings[order], 'AWB Number', 'Courier'],
      ...addresses.rows.map(({ cells }, at) => [cells[order], `${format}${at}`, 'Delhivery']),
    ]
    const csv = await readCsv(toCsv(answer.map((row) => row.map(String))), 200)
    if (!csv.ok) throw new Error(csv.problem.kind)
    const columns = certainColumns(csv.file)
    if (!columns) throw new Error('the columns are ambiguous')
    const lines = readTrackingLines(csv.file, columns, '')
    const checked = checkLines(lines, await findNamedOrders(db, lines))
    expect(checked.map(({ problem, found }) => [problem, found?.id])).toEqual(ids.map((id) => [null, id]))
    const shipped = checked.map(({ found, number, carrier }) => ({
      ...{ orderId: found?.id ?? '', version: found?.version ?? 0 },
      ...{ carrier, trackingNumber: number },
    }))
    expect(must(await shipOrders(ctx(admin), shipped)).done.toSorted()).toEqual(ids.toSorted())
    const [first = ''] = ids
    expect(await findOrder(db, first)).toMatchObject({ status: 'shipped', trackingNumber: `${format}0` })
  },
)

it('courier files have name, phone, address, weight, value, cash to collect and contents', async () => {
  const productId = await makeProduct(db, { name: 'Ragi Mix', price: rupees(100), netQuantity: '1.205 kg' })
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 2 }])
  const { headings, rows } = await fileFor('general', [orderId])
  const cells = rows[0]?.cells ?? []
  expect(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))).toEqual({
    ...{ 'Order ID': orderId, Name: ADDRESS.fullName, Phone: ADDRESS.phone },
    ...{ 'Address line 1': ADDRESS.addressLine1, 'Address line 2': ADDRESS.addressLine2 },
    ...{ City: 'Bengaluru', State: 'Karnataka', 'PIN code': '560034', Country: 'India' },
    ...{ 'Payment mode': 'COD', 'COD amount': '236', Value: '236', 'Weight (kg)': '2.41' },
    Contents: '2 × Ragi Mix',
  })
  const [parcel] = await findParcels(db, [orderId])
  if (!parcel) throw new Error('no parcel')
  const paid = { ...parcel, order: { ...parcel.order, paymentStatus: 'paid' as const } }
  const [, row] = courierRows('delhivery', [{ ...paid, netQuantities: new Map() }])
  expect(row?.slice(10, 14)).toEqual([null, 'Prepaid', 236, 0])
})
