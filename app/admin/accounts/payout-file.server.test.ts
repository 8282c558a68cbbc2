import { expect, it } from 'vitest'
import { readPayoutFile } from '#app/admin/accounts/payout-file.server.ts'

const TEXT = 'Entity ID\tType\tAmount\r\npay_1\tpayment\t10.00\r\n'
const read = (bytes: Buffer) => readPayoutFile(bytes, 'rupees')

it('reads UTF-16 and tabs as UTF-8 and commas', async () => {
  const lines = await read(Buffer.from(TEXT.replaceAll('\t', ',')))
  expect(lines).toMatchObject([{ at: 2, kind: 'payment', id: 'pay_1', amount: 1_000 }])
  expect(await read(Buffer.from(`\ufeff${TEXT}`, 'utf16le'))).toEqual(lines)
})

it('refuses a column that is there twice, workbooks and other letters', async () => {
  const twice = 'entity_id,type,amount,Amount\npay_1,payment,1,2\n'
  expect(await read(Buffer.from(twice))).toEqual([expect.stringContaining('“amount” twice')])
  expect(await read(Buffer.from('PK\x03\x04'))).toEqual([expect.stringContaining('Excel workbook')])
  expect(await read(Buffer.from('caf\xe9', 'latin1'))).toEqual([expect.stringContaining('neither UTF-8')])
})
