export type SavedAddress = ShippingAddress & { id: string; isDefault: boolean }

/** A bound for abuse. */
export const MAX_ADDRESSES = 20

export function isSameAddress(one: ShippingAddress, other: ShippingAddress): boolean {
  return (
    one.fullName === other.fullName &&
    one.phone === other.phone &&
    one.addressLine1 === other.addressLine1 &&
    one.addressLine2 === other.addressLine2 &&
    one.city === other.city &&
    one.state === other.state &&
    one.postalCode === other.postalCode
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
