import { expect, it } from 'vitest'
import { referralCode } from '#shop/referrals/referral.ts'

const ID = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'

it('referralCode returns the brand and the last six characters of the id, in upper case', () => {
  expect(referralCode('Cultiva', ID)).toBe('CULTIVA2B3C4D')
})

it('referralCode uses one more character of the id for each collision', () => {
  expect(referralCode('Cultiva', ID, 1)).toBe('CULTIVAA2B3C4D')
  expect(referralCode('Cultiva', ID, 9)).toBe('CULTIVAC7D9E0F1A2B3C4D')
})

it('referralCode uses only Latin letters and digits of the brand', () => {
  expect(referralCode('Field & Co', ID)).toBe('FIELDCO2B3C4D')
  expect(referralCode('खेत', ID)).toBe('FRIEND2B3C4D')
})
