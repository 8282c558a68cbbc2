import { strToU8, Zip, ZipDeflate } from 'fflate'
import { fileDownload } from '#app/request/downloads.server.ts'
import type { SheetCell } from '#shop/accounts/accounts.ts'
import { escapeXml } from '#shop/accounts/tally.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { toRupees } from '#shop/kernel/money.ts'

/** Streams a workbook with one sheet (Office Open XML, ECMA-376). Rejects if the first page cannot be read. */
export async function xlsxDownload(name: string, pages: AsyncGenerator<SheetCell[][]>): Promise<Response> {
  let next: IteratorResult<SheetCell[][]> | null = await pages.next()
  let row = 0
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [path, text] of Object.entries(PARTS)) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml')
  zip.add(sheet)
  sheet.push(strToU8(SHEET_HEAD))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (chunks.length === 0) {
        const { done, value } = next ?? (await pages.next())
        next = null
        if (done) {
          sheet.push(strToU8(SHEET_END), true)
          zip.end()
          for (const chunk of chunks) controller.enqueue(chunk)
          return controller.close()
        }
        const texts = value.map((cells) => {
          row += 1
          return `<row r="${row}">${cells.map(cellXml).join('')}</row>`
        })
        sheet.push(strToU8(texts.join('')))
      }
      for (const chunk of chunks) controller.enqueue(chunk)
      chunks = []
    },
    cancel: () => void pages.return(undefined),
  })
  return fileDownload(`${name}.xlsx`, `${SHEET_TYPE}.sheet`, body)
}

const AMOUNT = 1
const DAY = 2
/** The number of 1 January 1970 in spreadsheets. */
const FIRST_SERIAL_DAY = 25_569

/** Returns the XML of a cell. Cells without a reference follow each other from column A. */
function cellXml(cell: SheetCell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  if ('money' in cell) return `<c s="${AMOUNT}"><v>${toRupees(cell.money)}</v></c>`
  return `<c s="${DAY}"><v>${Date.parse(cell.day) / DAY_MS + FIRST_SERIAL_DAY}</v></c>`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Formats 4 and 14 are built in: #,##0.00 and a short date.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

const SHEET_HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetData>`
const SHEET_END = '</sheetData></worksheet>'
