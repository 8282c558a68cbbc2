import { createHash } from 'node:crypto'
import { ADDRESS_FIELDS, type AddressValues } from '#app/account/address-values.tsx'
import {
  type DeliveryDraft,
  draftOf,
  LAST_ORDER,
  NEW_ADDRESS,
  parseDraft,
  serializeDraft,
} from '#app/checkout/delivery-draft.ts'
import { problemsIn } from '#app/kit/form-fields.ts'
import { deliveryCookies, readCookie } from '#app/request/cookies.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSameAddress, type SavedAddress, type ShippingAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { lastAddress } from '#shop/orders/orders.read.ts'

/** Returns a mark that identifies the account in its drafts without revealing it. */
function ownerMark(userId: string): string {
  return createHash('sha256').update(`delivery ${userId}`).digest('base64url').slice(0, 16)
}

/** Reads the draft of a checkout form. A visitor's draft keeps the owner of the session that has ended. */
export function formDraft(form: FormData, actor: Actor): DeliveryDraft {
  const draft = draftOf(form)
  return actor.kind === 'person' ? { ...draft, owner: ownerMark(actor.id) } : draft
}

/** True for a form that was opened in another account's session. A form without owner was opened without a session. */
export function isSomeoneElses(form: FormData, { id }: Person): boolean {
  const { owner } = draftOf(form)
  return owner !== '' && owner !== ownerMark(id)
}

export function hasDraft(request: Request): boolean {
  return parseDraft(readCookie(request, 'delivery')) !== null
}

/** Returns Set-Cookie values that store a draft. Null deletes the stored draft. */
export function draftCookies(request: Request, draft: DeliveryDraft | null): string[] {
  return deliveryCookies(request, draft ? serializeDraft(draft) : '')
}

/** Reads the person's draft, or null. `isForeign`: true if the stored draft is another account's. */
export function readDraft(request: Request, { id }: Person) {
  const draft = parseDraft(readCookie(request, 'delivery'))
  const isForeign = draft !== null && draft.owner !== ownerMark(id)
  return { draft: isForeign ? null : draft, isForeign }
}

/** `stored`: this person's draft in the browser, or null. */
type StoredDelivery = { stored: DeliveryDraft | null; addresses: readonly SavedAddress[] }

/**
 * Returns the draft that the URL's `?address=` chooses: for a new address, or for a saved address by its id. Null for
 * any other value.
 */
export function draftForAddress(
  address: string | null,
  person: Person,
  { stored, addresses }: StoredDelivery,
): DeliveryDraft | null {
  const { gstin, businessName, billTo, paymentMethod, couponCode } = stored ?? newDraft(person)
  const base = { ...newDraft(person), gstin, businessName, billTo, paymentMethod, couponCode }
  if (address === NEW_ADDRESS) return stored?.from === NEW_ADDRESS ? stored : base
  const saved = addresses.find(({ id }) => id === address)
  return saved ? { ...base, address: addressValues(saved), from: saved.id, isEdited: false } : null
}

function newDraft({ id, fullName }: Person): DeliveryDraft {
  const empty = draftOf(new FormData())
  return { ...empty, owner: ownerMark(id), address: { ...empty.address, fullName } }
}

/**
 * Returns the delivery to show: the stored draft, else the default address, the last order's address or the
 * customer's name.
 * `problems`: why a saved address cannot be used. `isReady`: true if the customer has entered an address for parcels.
 */
export async function chooseDelivery({ db }: Ctx, person: Person, { stored, addresses }: StoredDelivery) {
  const chosen = addresses.find(({ id, isDefault }) => (stored ? id === stored.from : isDefault))
  const isLastAllowed = !chosen && (!stored || stored.from === LAST_ORDER)
  const lastOrder = isLastAllowed ? await lastAddress(db, person.id) : null
  const saved = chosen ?? (lastOrder && addresses.find((address) => isSameAddress(address, lastOrder)))
  const found = saved ?? lastOrder
  const address = found && addressValues(found)
  const isChanged =
    stored?.isEdited && ADDRESS_FIELDS.some((name) => stored.address[name] !== address?.[name])
  if (stored && (!address || isChanged)) {
    const isReady = shippingAddressInput.safeParse(stored.address).success
    return { draft: { ...stored, isEdited: true }, problems: undefined, isReady }
  }
  const base = stored ?? newDraft(person)
  if (!address) return { draft: base, problems: undefined, isReady: false }
  const checked = shippingAddressInput.safeParse(address)
  const draft = { ...base, address, from: saved?.id ?? LAST_ORDER, isEdited: !checked.success }
  if (checked.success) return { draft, problems: undefined, isReady: stored !== null }
  return { draft, problems: problemsIn(checked.error.issues), isReady: false }
}

export function addressValues(address: ShippingAddress): AddressValues {
  const { fullName, phone, addressLine1, addressLine2, city, state, postalCode } = address
  return { fullName, phone, addressLine1, addressLine2: addressLine2 ?? '', city, state, postalCode }
}
