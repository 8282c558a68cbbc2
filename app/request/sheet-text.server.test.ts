import { describe, expect, it } from 'vitest'
import { decodeSheet, delimiterOf, sheetRows } from '#app/request/sheet-text.server.ts'

const TEXT = 'order_id;awb\r\na1b2c3;Ü-आम\r\n'
const little = Buffer.from(TEXT, 'utf16le')
const big = Buffer.from(little).swap16()

describe('decodeSheet', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, as Excel’s “Unicode text”', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['UTF-16 with the high byte first', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['UTF-16 without a mark', little],
    ['UTF-16 without a mark, the high byte first', big],
  ])('reads %s', (_, bytes) => {
    expect(decodeSheet(bytes)).toEqual({ ok: true, text: TEXT })
  })

  it('refuses workbooks, other letters and other files, each with a true sentence', () => {
    const problemOf = (bytes: Buffer) => {
      const read = decodeSheet(bytes)
      return read.ok ? read.text : read.problem
    }
    expect(problemOf(Buffer.from('PK\x03\x04rest of it'))).toContain('Excel workbook')
    expect(problemOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain('Excel workbook')
    expect(problemOf(Buffer.from('id,name\n1,Caf\xe9\n', 'latin1'))).toContain('neither UTF-8 nor UTF-16')
    expect(problemOf(Buffer.from('id,name\n1,a\0b\n'))).toBe('This is no CSV file')
    expect(problemOf(Buffer.from([0xff, 0xfe, 0x41]))).toContain('neither UTF-8 nor UTF-16')
  })
})

it.each([
  ['order_id,awb', ','],
  ['order_id;awb', ';'],
  ['order_id\tawb', '\t'],
  ['"AWB; or waybill",order_id', ','],
  ['Amount (Rs, net);id;awb', ';'],
  ['one', ','],
  ['', ','],
])('the delimiter of %j is %j', (head, mark) => {
  expect(delimiterOf(`${head}\r\n1,2;3;4\t5`)).toBe(mark)
})

describe('sheetRows', () => {
  it('tells the line of each row, also after blank lines and texts of several lines', () => {
    const read = sheetRows('\r\na,b\r\n\r\n1,2\r\n \r\n\r\n"x\r\ny",4\r\n5,6', 9)
    expect(read).toEqual({
      ok: true,
      rows: [
        ['a', 'b'],
        ['1', '2'],
        ['x\ny', '4'],
        ['5', '6'],
      ],
      lines: [2, 4, 7, 9],
    })
  })

  it('reads Excel’s first line with the mark, and the cells that it keeps as texts', () => {
    const rows = [
      ['id', 'awb'],
      ['a', '00123'],
      ['0', 'b'],
    ]
    expect(sheetRows('sep=;\r\nid;awb\r\n\r\na;="00123"\r\n ="0" ;b\r\n', 9)).toEqual({
      ok: true,
      rows,
      lines: [2, 4, 5],
    })
    expect(sheetRows('"sep=\t"\nid\tawb\na\t"=""00123"""\n="0"\tb', 9)).toMatchObject({ rows })
    expect(sheetRows('id,awb\n"x,=""1"",y",="2"', 9)).toMatchObject({
      rows: [
        ['id', 'awb'],
        ['x,="1",y', '2'],
      ],
    })
  })

  it.each([
    ['id,awb\n\n1,x"y"\n2,3', 3, 3],
    ['id,awb\n1,2\n\n3,"x\n4,5\n', 4, 4],
    ['id,awb\n1,"x\n2,3\n3,"4"\n', 2, 4],
    ['"id,awb\n1,2', 1, 1],
  ])('says where a quotation mark of %j is wrong', (text, from, to) => {
    expect(sheetRows(text, 9)).toEqual({ ok: false, from, to })
  })
})
