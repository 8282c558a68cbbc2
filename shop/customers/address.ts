import type { Business } from '#shop/customers/business-input.ts'

export type SavedAddress = ShippingAddress & { id: string; isDefault: boolean }

export const MAX_ADDRESSES = 20

export function isSameAddress(a: ShippingAddress, b: ShippingAddress): boolean {
  const keys = ['fullName', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'postalCode'] as const
  return keys.every((key) => a[key] === b[key])
}

export type ShippingAddress = {
  fullName: string
  phone: string
  addressLine1: string
  addressLine2: string | null
  city: string
  state: string
  postalCode: string
}

/** Returns the address in one line, without the recipient. */
export function addressLine({
  addressLine1,
  addressLine2,
  city,
  state,
  postalCode,
}: ShippingAddress): string {
  return [addressLine1, addressLine2, `${city}, ${state} ${postalCode}`].filter(Boolean).join(', ')
}

export function businessText({ name, gstin, address }: Business): string {
  return [name, address, `GSTIN ${gstin}`].filter(Boolean).join(', ')
}
