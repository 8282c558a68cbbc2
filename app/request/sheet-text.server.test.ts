import { describe, expect, it } from 'vitest'
import { decodeSheet, delimiterOf } from '#app/request/sheet-text.server.ts'

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
