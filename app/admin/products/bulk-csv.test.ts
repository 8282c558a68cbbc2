import { expect, it } from 'vitest'
import { bulkCsv, readBulkCsv } from '#app/admin/products/bulk-csv.server.ts'
import { planBulk } from '#shop/catalogue/bulk.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { emptyOf } from '#shop/field.ts'
import { rupees } from '#shop/kernel/money.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') => readBulkCsv(Buffer.from(text, encoding))

const PRODUCT = {
  ...emptyOf(PRODUCT_FIELDS),
  id: '00000000-0000-4000-8000-000000000002',
  slug: 'ragi',
  name: '=HYPERLINK("x"), "Ragi"',
  price: rupees(279.5),
  discountPrice: null,
  stockQuantity: 40,
  setAside: 5,
  mrp: null,
}

it('what was exported changes nothing when it comes back', () => {
  const rows = read(bulkCsv([PRODUCT]))
  expect(rows).toHaveLength(1)
  expect(planBulk([PRODUCT], rows as never, { prices: 'exclusive', defaultRate: 1800 })).toEqual({
    changes: [],
    problems: [],
  })
})

it('semicolons separate too, columns come in any order', () => {
  const rows = read('\uFEFFOn_Shelf;SLUG\r\n5;ragi\r\n')
  expect(rows).toEqual([{ line: 2, slug: 'ragi', on_shelf: '5' }])
  expect(read('sep=;\r\nslug;on_shelf\r\n\r\n="ragi";5\r\n')).toEqual([
    { line: 4, slug: 'ragi', on_shelf: '5' },
  ])
  expect(read('\uFEFFOn_Shelf\tSLUG\r\n5\tragi\r\n', 'utf16le')).toEqual(rows)
})

it.each([
  ['', 'There are no rows in this file'],
  ['id,price\n', 'There are no rows in this file'],
  ['name,price\nRagi,3\n', /one of them is id or slug/],
  ['id,price,Price\n1,2,3\n', 'The first line names the column “price” twice. Please keep one of them.'],
  ['id,price\n"open', 'This is no CSV file'],
  ['id,price\n1,2,3\n', 'This is no CSV file'],
  [`id\n${'1\n'.repeat(2001)}`, 'At most 2000 rows at a time'],
])('says what is wrong with a file', (text, message) => {
  expect(read(text)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})
