import { expect, it } from 'vitest'
import { readCsv } from '#infra/csv/read-csv.ts'
import { BULK_COLUMNS, bulkCsv, planBulk, readBulkRows } from '#shop/catalogue/bulk.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { emptyOf } from '#shop/field.ts'
import { rupees } from '#shop/kernel/money.ts'

async function readSheet(text: string) {
  const csv = await readCsv(text, 10)
  return csv.ok ? readBulkRows(csv.file) : csv.problem.kind
}

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
  category: 'meal-mix' as const,
  isActive: true,
  rate: null,
}

it('changes nothing if an exported sheet is uploaded unedited', async () => {
  const sheet = await readSheet(bulkCsv([PRODUCT]))
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(sheet).toMatchObject({ problems: [], unread: [] })
  expect(sheet.rows).toHaveLength(1)
  expect(
    planBulk([PRODUCT], { headings: BULK_COLUMNS, rows: sheet.rows }, { prices: 'flat', defaultRate: 1800 }),
  ).toEqual({
    changes: [],
    problems: [],
  })
})

it('reads columns in any order and spelling, and names unknown columns', async () => {
  const rows = [{ line: 2, slug: 'ragi', on_shelf: '5' }]
  expect(await readSheet('On Shelf;Prise;SLUG\r\n5;1;ragi\r\n')).toEqual({
    ...{ rows, problems: [], unread: ['“Prise” (column 2)'] },
  })
})

it('leaves out rows with a missing, extra or rewritten cell, and names line and column', async () => {
  const sheet = await readSheet('id,price,discount_price\n1,2\n\n1,2,3,4\n1.2E+71,2,3\n1,2,\n')
  expect(sheet).toMatchObject({
    rows: [{ line: 6, id: '1', price: '2', discount_price: '' }],
    problems: [
      { line: 2, message: expect.stringMatching(/^“discount_price” \(column 3\): the line ends/) },
      { line: 4, message: expect.stringMatching(/^column 4: “4” is beyond/) },
      { line: 5, message: expect.stringMatching(/^“id” \(column 1\): “1.2E\+71”/) },
    ],
  })
})

it.each([
  ['id,price\n', 'noRows'],
  ['name,price\nRagi,3\n', 'The first line must name the columns, and one of them must be id or slug.'],
  ['id,price,Price\n1,2,3\n', 'The first line names the column “price” twice. Please keep one of them.'],
  [`id\n${'1\n'.repeat(11)}`, 'tooManyRows'],
])('describes the problem of the file %j', async (text, message) => {
  expect(await readSheet(text)).toBe(message)
})
