/** Codes of the GST system, for the invoice's place of supply. */
export const STATE_CODES: Record<string, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
}

/** Returns the state in which a GSTIN is registered; null for an unknown code. */
export function stateOfGstin(gstin: string): string | null {
  const entry = Object.entries(STATE_CODES).find(([, code]) => gstin.startsWith(code))
  return entry?.[0] ?? null
}

/** Returns 'Karnataka (29)'. */
export function stateWithCode(state: string): string {
  const code = STATE_CODES[state]
  return code ? `${state} (${code})` : state
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const CODES = new Set(Object.values(STATE_CODES))

/** Returns why the text is not a GSTIN (15 characters: state, PAN, entity, Z, check digit), or null if it is. */
export function gstinProblem(text: string): string | null {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text))
    return 'A GSTIN has 15 letters and digits and begins with the two digits of a state.'
  if (!CODES.has(text.slice(0, 2))) return 'The first two digits of this GSTIN are no state’s.'
  const sum = [...text.slice(0, 14)].reduce((total, digit, at) => {
    const product = DIGITS.indexOf(digit) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  const isValid = DIGITS[(36 - (sum % 36)) % 36] === text[14]
  return isValid ? null : 'This GSTIN has a typing mistake: its last character does not fit the others.'
}

export function isGstin(text: string): boolean {
  return gstinProblem(text) === null
}
