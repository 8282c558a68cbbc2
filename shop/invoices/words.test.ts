import { expect, it } from 'vitest'
import { INDIAN_STATES } from '#shop/customers/pin-code.ts'
import { amountInWords } from '#shop/invoices/words.ts'
import { isGstin, STATE_CODES, stateWithCode } from '#shop/kernel/gst-states.ts'
import { rupees } from '#shop/kernel/money.ts'
import { financialYear } from '#shop/kernel/time.ts'

it('writes amounts in words with lakh and crore', () => {
  expect(amountInWords(rupees(0))).toBe('Rupees Zero Only')
  expect(amountInWords(rupees(1610.34))).toBe(
    'Rupees One Thousand Six Hundred Ten and Thirty-Four Paise Only',
  )
  expect(amountInWords(rupees(284310))).toBe('Rupees Two Lakh Eighty-Four Thousand Three Hundred Ten Only')
  expect(amountInWords(rupees(120000019.05))).toBe('Rupees Twelve Crore Nineteen and Five Paise Only')
})

it('has a distinct code for every state', () => {
  const codes = INDIAN_STATES.map((state) => STATE_CODES[state])
  expect(codes.every((code) => /^\d\d$/.test(code ?? ''))).toBe(true)
  expect(new Set(codes).size).toBe(INDIAN_STATES.length)
  expect(stateWithCode('Karnataka')).toBe('Karnataka (29)')
})

it('recognises a GSTIN by its format and check digit', () => {
  expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
  expect(isGstin('27AAPFU0939F1ZW')).toBe(false)
  expect(isGstin('AAPFU0939F1ZV')).toBe(false)
})

it('begins the financial year on 1 April, Indian time', () => {
  expect(financialYear(new Date('2026-11-21T09:00:00Z'))).toBe('26-27')
  expect(financialYear(new Date('2027-03-31T18:29:59Z'))).toBe('26-27')
  expect(financialYear(new Date('2027-03-31T18:30:00Z'))).toBe('27-28')
  expect(financialYear(new Date('2099-12-01T00:00:00Z'))).toBe('99-00')
})
