import { Form, Link } from 'react-router'
import { AddressText } from '#app/account/address-text.tsx'
import { SettingsSection } from '#app/account/settings-section.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'

/** Where orders may go: the addresses a customer has saved, and what can be done with each. */
export function AddressBook({ addresses }: { addresses: SavedAddress[] }) {
  return (
    <SettingsSection id="addresses" title="Saved addresses">
      {addresses.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          No saved addresses yet. Save one and we’ll fill it in at checkout; otherwise we’ll use the one from
          your last order.
        </p>
      ) : (
        <ul className="mt-4 border-ink border-t-2">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} />
          ))}
        </ul>
      )}
      <div className="mt-5">
        {addresses.length < MAX_ADDRESSES ? (
          <ButtonLink to="/profile/addresses/new" look="line" size="sm">
            Add address
          </ButtonLink>
        ) : (
          <p className="text-ink-soft text-sm">You’ve reached the limit. Remove an address to add another.</p>
        )}
      </div>
    </SettingsSection>
  )
}

function AddressRow({ address }: { address: SavedAddress }) {
  const path = `/profile/addresses/${address.id}`
  const which = <VisuallyHidden> {address.addressLine1}</VisuallyHidden>
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="min-w-0 wrap-anywhere">
        {address.isDefault && (
          <Badge tone="positive" className="mb-1.5">
            Default
          </Badge>
        )}
        <AddressText address={address} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        {!address.isDefault && (
          <Form method="post" action={path} preventScrollReset>
            <button type="submit" name="intent" value="default" className="link min-h-11">
              Make default{which}
            </button>
          </Form>
        )}
        <Link to={path} className="link inline-flex min-h-11 items-center">
          <span>Edit{which}</span>
        </Link>
        <details>
          <summary className="link min-h-11 content-center">Remove{which}</summary>
          <Form method="post" action={path} preventScrollReset>
            <button type="submit" name="intent" value="remove" className="btn btn-line">
              Yes, remove it{which}
            </button>
          </Form>
        </details>
      </div>
    </li>
  )
}
