import { describe, expect, it } from 'vitest'
import { readCsv } from '#infra/csv/read-csv.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'

const TEXT = 'order_id;awb\r\na1b2c3;Ü-आम\r\n'
const little = Buffer.from(TEXT, 'utf16le')
const big = Buffer.from(little).swap16()

/** Returns the headings and, for each row, its line number and cells. */
async function rowsOf(source: Uint8Array | string, maxRows = 9) {
  const read = await readCsv(source, maxRows)
  if (!read.ok) return read.problem
  return [read.file.headings, ...read.file.rows.map(({ line, cells }) => [line, ...cells])]
}

async function sentenceOf(source: Uint8Array | string) {
  const read = await readCsv(source, 2)
  return read.ok ? null : csvFileSentence(read.problem)
}

describe('an uploaded CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, as Excel’s “Unicode text”', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['big-endian UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['UTF-16 without a byte order mark', little],
    ['big-endian UTF-16 without a byte order mark', big],
  ])('is read as %s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual([
      ['order_id', 'awb'],
      [2, 'a1b2c3', 'Ü-आम'],
    ])
  })

  it('is refused as a workbook, in another encoding, without rows, or with too many', async () => {
    expect(await sentenceOf(Buffer.from('PK\x03\x04rest of it'))).toContain('Excel workbook')
    expect(await sentenceOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain('Excel workbook')
    expect(await sentenceOf(Buffer.from('id,name\n1,Caf\xe9\n', 'latin1'))).toContain(
      'neither UTF-8 nor UTF-16',
    )
    expect(await sentenceOf(Buffer.from([0xff, 0xfe, 0x41]))).toContain('neither UTF-8 nor UTF-16')
    expect(await sentenceOf(Buffer.from('id,name\n1,a\0b\n'))).toContain('no CSV file')
    expect(await sentenceOf('')).toContain('no rows')
    expect(await sentenceOf('id,name\n,\n \n')).toContain('no rows')
    expect(await sentenceOf('id\n1\n2\n3\n')).toContain('more than 2 rows')
    expect(await sentenceOf(`id\n${'1\n'.repeat(200_000)}`)).toContain('more than 2 rows')
  })

  it.each([
    ['order_id,awb', ['order_id', 'awb']],
    ['order_id;awb', ['order_id', 'awb']],
    ['\norder_id\tawb', ['order_id', 'awb']],
    ['"AWB; or waybill",order_id', ['AWB; or waybill', 'order_id']],
    ['Amount (Rs, net);id;awb', ['Amount (Rs, net)', 'id', 'awb']],
    ['one', ['one']],
  ])('is split by the delimiter of its first line, %j', async (head, headings) => {
    expect(await rowsOf(`${head}\r\n1`)).toMatchObject([headings, [head.startsWith('\n') ? 3 : 2, '1']])
  })

  it('keeps line numbers after blank rows and multi-line texts', async () => {
    expect(await rowsOf('\r\na,b\r\n\r\n1,2\r\n \r\n,,,\r\n"x\r\ny",4\r\n5,6')).toEqual([
      ['a', 'b'],
      [4, '1', '2'],
      [7, 'x\ny', '4'],
      [9, '5', '6'],
    ])
  })

  it('keeps short and long rows, and empty cells between tabs', async () => {
    expect(await rowsOf('a\tb\tc\n1\t\t2\n3\n4\t5\t6\t7')).toEqual([
      ['a', 'b', 'c'],
      [2, '1', '', '2'],
      [3, '3'],
      [4, '4', '5', '6', '7'],
    ])
  })

  it('may have Excel’s `sep=` line and `="…"` text cells', async () => {
    const rows = [
      ['id', 'awb'],
      [4, 'a', '00123'],
      [5, '0', 'b'],
    ]
    expect(await rowsOf('sep=;\r\nid;awb\r\n\r\na;="00123"\r\n ="0" ;b\r\n')).toEqual(rows)
    expect(await rowsOf('"sep=\t"\nid\tawb\n\na\t"=""00123"""\n="0"\tb')).toEqual(rows)
    expect(await rowsOf('id,awb\n"x,=""1"",y",="2"')).toEqual([
      ['id', 'awb'],
      [2, 'x,="1",y', '2'],
    ])
  })

  it.each([
    ['id,awb\n\n1,x"y"\n2,3', 'Line 3, column 2: '],
    ['id,awb\n1,2\n\n3,"x\n4,5\n', 'Line 4, column 2: '],
    ['id,awb\n1,"x\n2,3\n3,"4"\n', 'Lines 2 to 4, column 2: '],
    ['"id,awb\n1,2', 'Line 1, column 1: '],
  ])('is refused with the position of a wrong quotation mark in %j', async (text, start) => {
    expect(await sentenceOf(text)).toBe(
      `${start}a quotation mark is missing or one too many. Please correct that and choose the file again.`,
    )
  })
})
