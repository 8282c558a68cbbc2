import { Link } from 'react-router'
import { classNames } from '#app/kit/class-names.ts'
import { addressToUse, type SavedAddress } from '#shop/customers/address.ts'

type SavedAddressesProps = { addresses: SavedAddress[]; chosen: string | null }

/** The customer's saved addresses, above the fields that each of them fills in. */
export function SavedAddresses({ addresses, chosen }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  const used = addressToUse(addresses, chosen)
  return (
    <nav aria-labelledby="saved-addresses" className="mb-8">
      <h2 id="saved-addresses" className="display mb-4 text-xl">
        Saved addresses
      </h2>
      <ul className="options [&>li+li>a]:border-t-0">
        {addresses.map((address) => {
          const isUsed = address.id === used?.id
          return (
            <li key={address.id}>
              <Link
                to={`/checkout?address=${address.id}`}
                preventScrollReset
                aria-current={isUsed || undefined}
                className={classNames('option wrap-anywhere', isUsed && 'bg-highlight text-highlight-ink')}
              >
                <span>
                  <span className="block font-semibold">
                    {address.fullName}, {address.addressLine1}
                  </span>
                  <span className="block text-sm">
                    {address.city}, {address.state} {address.postalCode}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
