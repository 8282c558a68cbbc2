import { parsePhoneNumber } from 'libphonenumber-js/max'

/** True for ten digits of a landline. They may also be a mobile number with a leading 0, so ask. */
export function mayBeLandline(digits: string): boolean {
  return parsePhoneNumber(digits, 'IN').getType() === 'FIXED_LINE'
}
