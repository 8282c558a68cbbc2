import { describe, expect, it } from 'vitest'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { mayBeLandline } from '#shop/customers/landline.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { INDIAN_STATES, pinProblem, placeOfPin } from '#shop/customers/pin-code.ts'

const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9845012345',
  addressLine1: '1, Main Road',
  addressLine2: '',
  city: 'Mysuru',
  state: 'Karnataka',
  postalCode: '570001',
}

/** Returns the messages about an address by field. */
function problemsOf(change: Partial<Record<keyof typeof ADDRESS, string>>): Record<string, string> {
  const issues = shippingAddressInput.safeParse({ ...ADDRESS, ...change }).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join(), message]))
}

describe('pinProblem', () => {
  it('accepts the PIN code of each state’s general post office in that state and at most two others', () => {
    const GENERAL_POST_OFFICES = [
      ['744101', '520001', '791111', '781001', '800001', '160017', '492001', '396210', '110001', '403001'],
      ['380001', '122001', '171001', '190001', '834001', '560001', '695001', '194101', '682555', '462001'],
      ['400001', '795001', '793001', '796001', '797001', '751001', '605001', '141001', '302001', '737101'],
      ['600001', '500001', '799001', '226001', '248001', '700001'],
    ].flat()
    expect(GENERAL_POST_OFFICES).toHaveLength(INDIAN_STATES.length)
    GENERAL_POST_OFFICES.forEach((pin, at) => {
      expect(pinProblem(pin, INDIAN_STATES[at] ?? ''), `${pin} ${INDIAN_STATES[at]}`).toBeNull()
      const fitting = INDIAN_STATES.filter((state) => pinProblem(pin, state) === null)
      expect(fitting.length, `${pin} in ${fitting}`).toBeLessThanOrEqual(3)
    })
  })

  it.each([
    ['560001', 'Kerala', '560001 is a PIN code in Karnataka. Please check the PIN code or the state.'],
    [
      '813208',
      'Delhi',
      '813208 is a PIN code in Bihar or Jharkhand. Please check the PIN code or the state.',
    ],
    ['550001', 'Kerala', "PIN codes don't begin with 55. Please check the PIN code."],
  ])('refuses %s in %s', (postalCode, state, message) => {
    expect(problemsOf({ postalCode, state })).toEqual({ postalCode: message })
    // Problems of other fields are reported at the same time.
    expect(problemsOf({ postalCode, state, city: '' })).toMatchObject({
      postalCode: message,
      city: expect.any(String),
    })
  })

  it.each([
    ['507130', 'Andhra Pradesh'],
    ['140119', 'Chandigarh'],
    ['673310', 'Puducherry'],
    ['246001', 'Uttarakhand'],
    ['783123', 'Meghalaya'],
  ])('accepts %s in %s, although another state shares its prefix', (pin, state) => {
    expect(pinProblem(pin, state)).toBeNull()
  })

  it('accepts the PIN codes of the army in every state', () => {
    for (const state of INDIAN_STATES) expect(pinProblem('911234', state)).toBeNull()
  })
})

describe('placeOfPin', () => {
  it.each([
    ['560034', 'Bengaluru', 'Karnataka'],
    [' 682 001', 'Kochi', 'Kerala'],
    ['400614', 'Navi Mumbai', 'Maharashtra'],
    ['580001', 'Dharwad', 'Karnataka'],
    ['580123', null, 'Karnataka'],
    ['682555', null, 'Lakshadweep'],
    ['160017', null, null],
    ['911234', null, null],
    ['56003', null, null],
    ['५६००३४', 'Bengaluru', 'Karnataka'],
    ['0560034', null, null],
    ['', null, null],
  ])('finds for %j the city %s and state %s', (pin, city, state) => {
    expect(placeOfPin(pin)).toEqual({ city, state })
  })
})

describe('shippingAddressInput', () => {
  it.each([
    [{ postalCode: '012345' }, { postalCode: "PIN codes don't begin with 0." }],
    [{ postalCode: ' ' }, { postalCode: 'Please enter a PIN code' }],
    [{ postalCode: '5700012' }, { postalCode: 'PIN codes have 6 digits' }],
    [{ city: '570001' }, { city: 'Please enter the name of the city' }],
    [{ city: 'मैसूरु' }, {}],
    [{ fullName: 'A' }, { fullName: 'Full name must be at least 2 characters' }],
    [{ fullName: '' }, { fullName: 'Please enter the full name' }],
  ])('reports for %j the problems %j', (change, problems) => {
    expect(problemsOf(change)).toEqual(problems)
  })
})

it('mayBeLandline knows numbers with area codes of Hubballi, Bengaluru, Ahmedabad and Bhubaneswar', () => {
  const landlines = ['0836 2345678', '080-23456789', '079 26301234', '0674 2345678']
  for (const typed of landlines) expect(mayBeLandline(indianMobile(typed) ?? ''), typed).toBe(true)
  const mobiles = ['9845012345', '8361234567', '7019012345', '6301234567', '8095012345']
  for (const typed of mobiles) expect(mayBeLandline(indianMobile(typed) ?? ''), typed).toBe(false)
})

describe('indianMobile', () => {
  it.each([
    '9845012345',
    '+91 98450 12345',
    '919845012345',
    '09845012345',
    '98450-12345',
    '0091 98450 12345',
    '(+91) 98450–12345',
    '+91 098450 12345',
    ' 98450 12345 ',
  ])('reads %j', (text) => {
    expect(indianMobile(text)).toBe('9845012345')
  })

  it.each(['9198450123', '6198450123'])('does not treat the first digits of %s as a country code', (text) => {
    expect(indianMobile(text)).toBe(text)
  })

  it.each([
    '',
    '98450 1234',
    '5845012345',
    '+1 9845012345',
    '98450x12345',
    '9845012345 ext 2',
    '+44 7911 123456',
  ])('refuses %j', (text) => {
    expect(indianMobile(text)).toBeNull()
  })
})
