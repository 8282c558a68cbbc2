import type { ComponentProps } from 'react'
import { ADDRESS_FIELDS, AddressText } from '#app/account/address-values.tsx'
import { type DeliveryDraft, DRAFT_FIELDS } from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { stateOfGstin } from '#shop/kernel/gst-states.ts'

type AddressCardProps = {
  draft: Pick<DeliveryDraft, 'address' | 'gstin' | 'businessName'>
  className?: string
  onChange?: ComponentProps<typeof FormLink>['onClick']
}

export function AddressCard({ draft, className, onChange }: AddressCardProps) {
  const { address, gstin, businessName } = draft
  const gstinState = stateOfGstin(gstin)
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start justify-between gap-x-4 border-line border-y py-3.5',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <h2 className="text-ink-soft text-sm">Delivery address</h2>
        <AddressText address={address} />
        {gstin && (
          <p className="mt-2 text-sm">
            Invoice to {businessName}, GSTIN <span className="numeric">{gstin.toUpperCase()}</span>
          </p>
        )}
        {gstinState && gstinState !== address.state && (
          <p className="mt-2 text-sm">
            This GSTIN is registered in {gstinState}, but the parcel goes to {address.state}. The invoice
            names {address.state} as the place of supply, so please ask your accountant whether you can claim
            the tax.
          </p>
        )}
      </div>
      <FormLink
        to="address"
        className="link flex min-h-11 shrink-0 items-start"
        {...(onChange && { onClick: onChange })}
      >
        Change<VisuallyHidden> delivery address</VisuallyHidden>
      </FormLink>
    </div>
  )
}

type HiddenDraftProps = { draft: DeliveryDraft; hasAddress: boolean; hasBusiness?: boolean }

/** Hidden inputs for draft values that have no field in the form. `hasAddress`, `hasBusiness`: whether to add these. */
export function HiddenDraft({ draft, hasAddress, hasBusiness = false }: HiddenDraftProps) {
  const { owner, from, isEdited, address, gstin, businessName, billTo } = draft
  return (
    <>
      <input type="hidden" name={DRAFT_FIELDS.owner} value={owner} />
      <input type="hidden" name={DRAFT_FIELDS.from} value={from} />
      {(isEdited || !hasAddress) && <input type="hidden" name={DRAFT_FIELDS.isEdited} value="on" />}
      {hasAddress &&
        ADDRESS_FIELDS.map((name) => <input key={name} type="hidden" name={name} value={address[name]} />)}
      {hasBusiness && (
        <>
          <input type="hidden" name="gstin" value={gstin} />
          <input type="hidden" name="businessName" value={businessName} />
          <input type="hidden" name="billTo" value={billTo} />
        </>
      )}
    </>
  )
}
