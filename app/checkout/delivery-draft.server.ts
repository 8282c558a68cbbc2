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
import { type Problems, problemsIn } from '#app/kit/form-fields.ts'
import { deliveryCookies, readCookie } from '#app/request/cookies.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSameAddress, type SavedAddress, type ShippingAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { lastAddress } from '#shop/orders/orders.read.ts'

/** The account's mark in its drafts, which does not reveal the account. */
function ownerMark(userId: string): string {
  return createHash('sha256').update(`delivery ${userId}`).digest('base64url').slice(0, 16)
}

/** The draft that a form of the checkout sent; a visitor's keeps the mark of the session that has ended. */
export function sentDraft(form: FormData, actor: Actor): DeliveryDraft {
  const draft = draftOf(form)
  return actor.kind === 'person' ? { ...draft, owner: ownerMark(actor.id) } : draft
}

/** True for a form that was opened in another account's session. One without a mark was not opened in a session. */
export function isSomeoneElses(form: FormData, { id }: Person): boolean {
  const { owner } = draftOf(form)
  return owner !== '' && owner !== ownerMark(id)
}

export function hasDraft(request: Request): boolean {
  return parseDraft(readCookie(request, 'delivery')) !== null
}

/** Set-Cookie values that keep a draft; null deletes it. */
export function draftCookies(request: Request, draft: DeliveryDraft | null): string[] {
  return deliveryCookies(request, draft ? serializeDraft(draft) : '')
}

/** The checkout's delivery as the browser keeps it. `isForeign`: the kept draft is of another account. */
type KeptDelivery = { draft: DeliveryDraft | null; isForeign: boolean }

/** Reads the draft of a request; one that cannot be read counts as none. */
export function keptDelivery(request: Request, { id }: Person): KeptDelivery {
  const draft = parseDraft(readCookie(request, 'delivery'))
  const isForeign = draft !== null && draft.owner !== ownerMark(id)
  return { draft: isForeign ? null : draft, isForeign }
}

/** The browser's draft of this person, null for none, and the account's saved addresses. */
type KnownDelivery = { kept: DeliveryDraft | null; addresses: readonly SavedAddress[] }

/** The draft for `?address=` of the URL: a new address or a saved one by its id; null for neither. */
export function askedDraft(
  asked: string | null,
  person: Person,
  { kept, addresses }: KnownDelivery,
): DeliveryDraft | null {
  const begun = {
    ...newDraft(person),
    ...(kept && pickKept(kept)),
  }
  if (asked === NEW_ADDRESS) return kept?.from === NEW_ADDRESS ? kept : begun
  const saved = addresses.find(({ id }) => id === asked)
  return saved ? { ...begun, address: asValues(saved), from: saved.id, isEdited: false } : null
}

function pickKept({ gstin, businessName, paymentMethod, couponCode }: DeliveryDraft) {
  return { gstin, businessName, paymentMethod, couponCode }
}

function newDraft({ id, fullName }: Person): DeliveryDraft {
  const empty = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, ''])) as AddressValues
  return {
    owner: ownerMark(id),
    address: { ...empty, fullName },
    from: NEW_ADDRESS,
    isEdited: true,
    saveAddress: false,
    gstin: '',
    businessName: '',
    paymentMethod: '',
    couponCode: '',
  }
}

type ShownDelivery = {
  draft: DeliveryDraft
  /** Why a saved address cannot be used as it is. */
  problems: Problems | undefined
  /** True when the customer has entered an address that parcels can go to. */
  isReady: boolean
}

/** The delivery to show: the kept draft, or else the default address, the last order's, or the customer's name. */
export async function shownDelivery(
  { db }: Ctx,
  person: Person,
  { kept, addresses }: KnownDelivery,
): Promise<ShownDelivery> {
  const asked = addresses.find(({ id, isDefault }) => (kept ? id === kept.from : isDefault))
  const mayBeLast = !asked && (!kept || kept.from === LAST_ORDER)
  const last = mayBeLast ? await lastAddress(db, person.id) : null
  const saved = asked ?? (last && addresses.find((address) => isSameAddress(address, last)))
  const found = saved ?? last
  const known = found && asValues(found)
  if (kept && (!known || (kept.isEdited && !isSame(kept.address, known)))) {
    const isReady = shippingAddressInput.safeParse(kept.address).success
    return { draft: { ...kept, isEdited: true }, problems: undefined, isReady }
  }
  const begun = kept ?? newDraft(person)
  if (!known) return { draft: begun, problems: undefined, isReady: false }
  const checked = shippingAddressInput.safeParse(known)
  const draft = { ...begun, address: known, from: saved?.id ?? LAST_ORDER, isEdited: !checked.success }
  if (checked.success) return { draft, problems: undefined, isReady: kept !== null }
  return { draft, problems: problemsIn(checked.error.issues), isReady: false }
}

function isSame(one: AddressValues, other: AddressValues): boolean {
  return ADDRESS_FIELDS.every((name) => one[name] === other[name])
}

function asValues(address: ShippingAddress): AddressValues {
  const { fullName, phone, addressLine1, addressLine2, city, state, postalCode } = address
  return { fullName, phone, addressLine1, addressLine2: addressLine2 ?? '', city, state, postalCode }
}
