import { parsePhoneNumber } from 'libphonenumber-js/max'

/** True for ten digits that are a landline's. They may also be a mobile number with a leading 0, so the form asks. */
export function mayBeLandline(digits: string): boolean {
  return parsePhoneNumber(digits, 'IN').getType() === 'FIXED_LINE'
}
