export type SavedAddress = ShippingAddress & { id: string; isDefault: boolean }

/** A bound for abuse. */
export const MAX_ADDRESSES = 20

export function isSameAddress(a: ShippingAddress, b: ShippingAddress): boolean {
  return (
    a.fullName === b.fullName &&
    a.phone === b.phone &&
    a.addressLine1 === b.addressLine1 &&
    a.addressLine2 === b.addressLine2 &&
    a.city === b.city &&
    a.state === b.state &&
    a.postalCode === b.postalCode
  )
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
