import type { ComponentProps } from 'react'
import { ADDRESS_FIELDS, AddressText, type AddressValues } from '#app/account/address-values.tsx'
import { type DeliveryDraft, DRAFT_FIELDS } from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'

type AddressCardProps = {
  address: AddressValues
  className?: string
  /** Called when the link is used, which it may prevent. */
  onChange?: ComponentProps<typeof FormLink>['onClick']
}

/** The delivery address with a link to its fields. */
export function AddressCard({ address, className, onChange }: AddressCardProps) {
  return (
    <div
      className={classNames('flex items-start justify-between gap-4 border-line border-y py-3.5', className)}
    >
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-ink-soft text-sm">Delivery address</h2>
        <AddressText address={address} />
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

/** The parts of the draft for which the form has no fields. `hasAddress`: the address is one of them. */
export function HiddenDraft({ draft, hasAddress }: { draft: DeliveryDraft; hasAddress: boolean }) {
  const { owner, from, isEdited, address } = draft
  return (
    <>
      <input type="hidden" name={DRAFT_FIELDS.owner} value={owner} />
      <input type="hidden" name={DRAFT_FIELDS.from} value={from} />
      {(isEdited || !hasAddress) && <input type="hidden" name={DRAFT_FIELDS.isEdited} value="on" />}
      {hasAddress &&
        ADDRESS_FIELDS.map((name) => <input key={name} type="hidden" name={name} value={address[name]} />)}
    </>
  )
}
