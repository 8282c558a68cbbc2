import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { xlsxDownload } from '#app/request/xlsx.server.ts'
import type { SheetCell } from '#shop/accounts/accounts.ts'
import { paise } from '#shop/kernel/money.ts'

async function* pages(...all: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* all
}

async function sheetOf(...all: SheetCell[][][]): Promise<string> {
  const response = await xlsxDownload('sales', pages(...all))
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="sales.xlsx"')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.keys(files)).toContain('xl/workbook.xml')
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
}

it('writes amounts and days as typed cells, and texts that cannot run as formulas', async () => {
  const sheet = await sheetOf([['Day', 'Total']], [[{ day: '2026-11-21' }, { money: paise(106_082) }]], [])
  expect(sheet).toContain('<row r="2"><c s="2"><v>46347</v></c><c s="1"><v>1060.82</v></c></row></sheetData>')
  const texts = await sheetOf([['=1+1', 'A & <b> "रागी"', '\u0000\uD800x', null, 3]])
  expect(texts).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(texts).toContain('A &amp; &lt;b&gt; &quot;रागी&quot;</t>')
  expect(texts).toContain('>\uFFFDx</t></is></c><c/><c><v>3</v></c></row>')
})

it('writes the rows of all pages', async () => {
  const many = Array.from({ length: 200 }, (_, at) => [[`row ${at}`, at]])
  expect((await sheetOf(...many)).match(/<row /g)).toHaveLength(200)
})
