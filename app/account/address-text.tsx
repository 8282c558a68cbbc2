import type { ShippingAddress } from '#shop/customers/address.ts'

/** A delivery address, line by line as on a parcel. */
export function AddressText({ address }: { address: { [Field in keyof ShippingAddress]: string | null } }) {
  const place = `${address.city}, ${address.state} ${address.postalCode}`
  const lines = [address.fullName, address.addressLine1, address.addressLine2, place, address.phone]
  return (
    <address className="not-italic">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
