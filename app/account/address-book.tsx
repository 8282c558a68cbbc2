import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { SettingsSection } from '#app/account/account-security.tsx'
import { AddressText } from '#app/account/address-values.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { showUndo } from '#app/kit/toasts.tsx'
import { MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'

/** `removed`: the removed addresses, encrypted, for the undo form. `message`: such as "Removed 2 addresses." */
export type RemovedAddresses = { removed: string; message: string }

type AddressBookProps = { addresses: SavedAddress[]; removed: RemovedAddresses | null; change: string | null }

const DONE: Record<string, string> = {
  saved: 'Address saved',
  default: 'Default address changed',
  restored: 'Back in your addresses',
}

const UNDO_PATH = '/profile/addresses/removed'

export function AddressBook({ addresses, removed, change }: AddressBookProps) {
  const onRemove = useUndo(removed)
  const done = DONE[change ?? '']
  return (
    <SettingsSection id="addresses" title="Saved addresses">
      {removed && (
        <div className="without-js">
          <Banner tone="positive" title={removed.message} className="mt-4 scroll-my-24">
            <Form method="post" action={UNDO_PATH} preventScrollReset className="inline">
              <input type="hidden" name="removed" value={removed.removed} />
              <button type="submit" name="intent" value="restore" className="link min-h-11 px-2">
                Undo
              </button>
            </Form>
          </Banner>
        </div>
      )}
      {!removed && done && (
        <Banner tone="positive" className="mt-4 scroll-my-24">
          {done}
        </Banner>
      )}
      {addresses.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          No saved addresses yet. Save one and we’ll fill it in at checkout; otherwise we’ll use the one from
          your last order.
        </p>
      ) : (
        <ul className="mt-4 border-ink border-t-2">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} onRemove={onRemove} />
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

/** Offers to undo a removal for ten seconds, as in the cart. Call the returned function before each removal. */
function useUndo(removed: RemovedAddresses | null) {
  const isHydrated = useHydrated()
  const submit = useSubmit()
  // After a navigation by script, an earlier removal is not announced again.
  const noticedRemoval = useRef(isHydrated ? removed?.removed : undefined)
  /** Whether the last removal used the keyboard; null before the first removal on this page. */
  const byKeyboard = useRef<boolean | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each removal
  useEffect(() => {
    if (removed?.removed === noticedRemoval.current) return
    noticedRemoval.current = removed?.removed
    if (!removed) return
    const run = () => {
      const fields = { intent: 'restore', removed: removed.removed }
      void submit(fields, { method: 'post', action: UNDO_PATH, preventScrollReset: true })
    }
    showUndo(removed.message, { run, takesFocus: byKeyboard.current === true })
    // The pressed button has disappeared with its address.
    if (byKeyboard.current === false)
      document.getElementById('addresses-title')?.focus({ preventScroll: true })
  }, [removed?.removed])
  return () => {
    byKeyboard.current = document.activeElement?.matches(':focus-visible') ?? false
  }
}

function AddressRow({ address, onRemove }: { address: SavedAddress; onRemove: () => void }) {
  const path = `/profile/addresses/${address.id}`
  const addressName = <VisuallyHidden> {address.addressLine1}</VisuallyHidden>
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
              Make default{addressName}
            </button>
          </Form>
        )}
        <Link to={path} className="link inline-flex min-h-11 items-center">
          <span>Edit{addressName}</span>
        </Link>
        <Disclosure>
          <summary className="link min-h-11 content-center">Remove{addressName}</summary>
          <Form method="post" action={path} preventScrollReset onSubmit={onRemove}>
            <button type="submit" name="intent" value="remove" className="btn btn-line">
              Yes, remove it{addressName}
            </button>
          </Form>
        </Disclosure>
      </div>
    </li>
  )
}
