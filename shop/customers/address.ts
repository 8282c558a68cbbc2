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
