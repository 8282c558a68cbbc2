/** An address that a customer has saved for the next order. */
import type { ShippingAddress } from '#shop/orders/order.ts'

export type SavedAddress = ShippingAddress & { id: string; isDefault: boolean }

/** Enough for a family and its offices. */
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

/** What forms are filled in with first: the address asked for, else the default one. */
export function addressToUse<Address extends { id: string; isDefault: boolean }>(
  addresses: readonly Address[],
  asked: string | null,
): Address | null {
  const byId = addresses.find(({ id }) => id === asked)
  return byId ?? addresses.find(({ isDefault }) => isDefault) ?? null
}
