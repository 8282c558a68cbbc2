import { onEveryPage, Sheet, SOFT } from '#infra/pdf/sheet.ts'
import { INK, type LineStyle } from '#infra/pdf/typesetter.ts'
import {
  grossOf,
  type InvoiceDocument,
  type InvoiceLine,
  type RateSums,
  sumsByRate,
  UQC,
} from '#shop/invoices/invoice-document.ts'
import { amountInWords } from '#shop/invoices/words.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money, subtract, times } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { formatDay } from '#shop/kernel/time.ts'

const LEFT = 40
const RIGHT = 555
const LEADING = 12.5

type Column = { title: string; right: number; text: (line: InvoiceLine) => string }

export function drawInvoice(doc: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const sheet = new Sheet(doc, { left: LEFT, right: RIGHT, top: 40, bottom: 790 })
  drawHead(sheet, invoice)
  drawParties(sheet, invoice)
  drawLines(sheet, invoice)
  drawSums(sheet, invoice)
  drawFoot(sheet, invoice)
  numberPages(doc, invoice)
}

function drawTexts(
  { type }: Sheet,
  texts: readonly string[],
  x: number,
  from: number,
  style: LineStyle = {},
  leading = LEADING,
): number {
  texts.forEach((text, at) => {
    type.line(text, x, from + at * leading, style)
  })
  return from + texts.length * leading
}

/** Returns the heading. The heading of a sample says that it is no invoice. */
export function invoiceTitle({ kind, isSample }: Pick<InvoiceDocument, 'kind' | 'isSample'>): string {
  if (isSample) return kind === 'invoice' ? 'SAMPLE: not a tax invoice' : 'SAMPLE: not a credit note'
  return kind === 'invoice' ? 'Tax invoice' : 'Credit note'
}

function drawHead(sheet: Sheet, invoice: InvoiceDocument): void {
  sheet.type.line(invoiceTitle(invoice), LEFT, sheet.y, { size: invoice.isSample ? 16 : 22, bold: true })
  sheet.type.line(invoice.number, RIGHT, sheet.y + 4, { size: 13, bold: true, align: 'right' })
  sheet.type.line(`Date: ${formatDay(new Date(invoice.issuedAt))}`, RIGHT, sheet.y + 22, { align: 'right' })
  sheet.y += 44
  sheet.rule(1.2, INK)
  sheet.y += 12
}

function drawParties(sheet: Sheet, invoice: InvoiceDocument): void {
  const middle = 300
  const width = 240
  const { seller, buyer, shipTo } = invoice
  const sellerLines = [
    ...seller.lines,
    `State: ${seller.state ? stateWithCode(seller.state) : 'not set'}`,
    `GSTIN: ${seller.gstin ?? 'not set'}`,
    `FSSAI licence: ${seller.fssaiLicence ?? 'not set'}`,
  ]
  const facts = [
    `Order ${shortId(invoice.orderId)} of ${formatDay(new Date(invoice.orderedAt))}`,
    `Payment: ${invoice.payment}`,
    ...(invoice.against
      ? [`Credits invoice ${invoice.against.number} of ${formatDay(new Date(invoice.against.issuedAt))}`]
      : []),
    ...(invoice.reason ? [`Reason: ${invoice.reason}`] : []),
  ]
  const wrapAll = (texts: readonly string[]) => texts.flatMap((text) => sheet.type.wrap(text, width, {}))
  const heading = { size: 8, colour: SOFT } as const
  sheet.type.line('Sold by', LEFT, sheet.y, heading)
  sheet.type.line(shipTo ? 'Bill to' : 'Delivered to', middle, sheet.y, heading)
  const top = sheet.y + 12
  const bold = { size: 11, bold: true }
  const names = [seller.name, buyer.name].map((name) => sheet.type.wrap(name, width, bold))
  const [sellerEnd = top, buyerEnd = top] = names.map((lines, at) =>
    drawTexts(sheet, lines, at === 0 ? LEFT : middle, top, bold, 16),
  )
  const leftEnd = drawTexts(sheet, wrapAll(sellerLines), LEFT, sellerEnd)
  const placeOfSupply = `Place of supply: ${buyer.state ? stateWithCode(buyer.state) : ''}`
  const business = buyer.gstin ? [`GSTIN: ${buyer.gstin}`] : []
  let rightEnd = drawTexts(sheet, wrapAll([...buyer.lines, ...business]), middle, buyerEnd)
  if (shipTo) {
    sheet.type.line('Ship to', middle, rightEnd + 4, heading)
    rightEnd = drawTexts(sheet, wrapAll([shipTo.name, ...shipTo.lines]), middle, rightEnd + 16) + 4
  }
  rightEnd = drawTexts(sheet, wrapAll([placeOfSupply, ...facts]), middle, rightEnd)
  sheet.y = Math.max(leftEnd, rightEnd) + 14
}

const DESCRIPTION_WIDTH = 130
const GAP = 4

function columnsOf({ isWithinState, kind }: InvoiceDocument): Column[] {
  const money = (amount: Money) => formatAmount(amount)
  const taxes: Column[] = isWithinState
    ? [
        { title: 'CGST', right: 440, text: ({ cgst }) => money(cgst) },
        { title: 'SGST', right: 492, text: ({ sgst }) => money(sgst) },
      ]
    : [{ title: 'IGST', right: 492, text: ({ igst }) => money(igst) }]
  const quantityColumns: Column[] =
    kind === 'invoice'
      ? [
          {
            title: 'Qty',
            right: 240,
            text: ({ quantity }) => (quantity === null ? '' : `${quantity} ${UQC}`),
          },
          {
            title: 'Price',
            right: 284,
            text: ({ unitPrice }) => (unitPrice === null ? '' : money(unitPrice)),
          },
          { title: 'Discount', right: 322, text: ({ discount }) => (discount > 0 ? money(discount) : '-') },
        ]
      : [
          {
            title: 'Qty',
            right: 240,
            text: ({ quantity }) => (quantity === null ? '-' : `${quantity} ${UQC}`),
          },
        ]
  return [
    { title: 'HSN', right: 206, text: ({ hsnCode }) => hsnCode || '-' },
    ...quantityColumns,
    { title: 'GST', right: 345, text: (line) => percentText(line.rate) },
    { title: 'Taxable', right: isWithinState ? 392 : 420, text: ({ taxable }) => money(taxable) },
    ...taxes,
    { title: 'Amount', right: RIGHT, text: (line) => money(grossOf(line)) },
  ]
}

function drawLines(sheet: Sheet, invoice: InvoiceDocument): void {
  const columns = columnsOf(invoice)
  drawTitles(sheet, columns)
  for (const line of invoice.lines.filter(
    (candidate) => invoice.kind === 'invoice' || grossOf(candidate) > 0,
  )) {
    const names = sheet.type.wrap(line.description, DESCRIPTION_WIDTH, { size: 8.5 })
    if (sheet.ensureSpace(names.length * 11 + 10)) drawTitles(sheet, columns)
    names.forEach((name, at) => {
      sheet.type.line(name, LEFT, sheet.y + at * 11, { size: 8.5 })
    })
    for (const [at, { right, text }] of columns.entries()) {
      const width = widthOf(columns, at)
      sheet.type.line(text(line), right, sheet.y, { size: 8.5, align: 'right', width })
    }
    sheet.y += names.length * 11 + 5
    sheet.rule(0.5, SOFT)
    sheet.y += 5
  }
}

function widthOf(columns: readonly Column[], at: number): number {
  const left = columns[at - 1]?.right ?? LEFT + DESCRIPTION_WIDTH
  return (columns[at]?.right ?? RIGHT) - left - GAP
}

function drawTitles(sheet: Sheet, columns: readonly Column[]): void {
  const style = { size: 8, bold: true } as const
  sheet.type.line('Goods', LEFT, sheet.y, style)
  for (const [at, { title, right }] of columns.entries())
    sheet.type.line(title, right, sheet.y, { ...style, align: 'right', width: widthOf(columns, at) })
  sheet.y += 13
  sheet.rule(1, INK)
  sheet.y += 5
}

function drawSums(sheet: Sheet, invoice: InvoiceDocument): void {
  const byRate = sumsByRate(invoice)
  const rows: [string, Money][] = [
    ...byRate.flatMap((sums) => rowsOfRate(sums, invoice.isWithinState, byRate.length > 1)),
    ...(invoice.roundOff !== 0 ? ([['Round-off', invoice.roundOff]] satisfies [string, Money][]) : []),
  ]
  sheet.ensureSpace((rows.length + 2) * 14 + 40)
  sheet.y += 4
  for (const [label, amount] of rows) {
    sheet.type.line(label, 380, sheet.y, { width: 100 })
    sheet.type.line(formatAmount(amount), RIGHT, sheet.y, { align: 'right', width: 70 })
    sheet.y += 14
  }
  const total = invoice.kind === 'invoice' ? 'Total' : 'Total credited'
  sheet.type.line(total, 380, sheet.y + 2, { size: 12, bold: true, width: 90 })
  const sum = { size: 12, bold: true, align: 'right', width: 80 } as const
  sheet.type.line(formatAmount(invoice.total), RIGHT, sheet.y + 2, sum)
  sheet.y += 24
  sheet.y = drawTexts(
    sheet,
    sheet.type.wrap(amountInWords(invoice.total), RIGHT - LEFT, { bold: true }),
    LEFT,
    sheet.y,
    { bold: true },
  )
}

/** `isOneOfSeveral`: if true, the row of the taxable value also names the rate. */
function rowsOfRate(
  { rate, taxable, cgst, sgst, igst }: RateSums,
  isWithinState: boolean,
  isOneOfSeveral: boolean,
): [string, Money][] {
  const value: [string, Money] = [`Taxable value${isOneOfSeveral ? ` at ${percentText(rate)}` : ''}`, taxable]
  if (!isWithinState) return [value, [`IGST ${percentText(rate)}`, igst]]
  const half = percentText(rate / 2)
  return [value, [`CGST ${half}`, cgst], [`SGST ${half}`, sgst]]
}

/** True if prices include tax, so that the price less the discount exceeds the taxable value. */
function pricesIncludeTax({ lines }: InvoiceDocument): boolean {
  return lines.some(({ unitPrice, quantity, discount, taxable }) => {
    return unitPrice !== null && subtract(times(unitPrice, quantity ?? 0), discount) > taxable
  })
}

function drawFoot(sheet: Sheet, invoice: InvoiceDocument): void {
  const { seller, kind } = invoice
  const notes = [
    'Tax is not payable under reverse charge.',
    ...(seller.gstin && seller.state
      ? []
      : ['This is a sample and no tax invoice: the seller’s GSTIN and state are not set.']),
    ...(pricesIncludeTax(invoice) ? ['Prices and discounts include GST.'] : []),
    `This is a computer-generated ${kind === 'invoice' ? 'invoice' : 'credit note'} and needs no signature.`,
  ]
  sheet.ensureSpace(notes.length * LEADING + 12)
  sheet.y += 8
  sheet.y = drawTexts(sheet, notes, LEFT, sheet.y, { size: 8, colour: SOFT })
}

function numberPages(doc: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const mark = invoice.isSample ? `${invoiceTitle(invoice)}. ` : ''
  onEveryPage(doc, (type, page, count) => {
    const text = `${mark}${invoice.number}, page ${page} of ${count}`
    type.line(text, RIGHT, 805, { size: 7.5, colour: SOFT, align: 'right' })
  })
}
