import { ADDRESS_FIELDS, type AddressValues, addressOf } from '#app/account/address-values.tsx'
import { cookieText, writeCookie } from '#app/kit/browser/browser-state.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { DELIVERY_PATHS } from '#app/kit/paths.ts'
import { normalizeCode } from '#shop/coupons/code.ts'
import { MAX_BUSINESS_NAME } from '#shop/customers/business-input.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

/** The values of the checkout's forms. A cookie stores them until the order is placed. */
export type DeliveryDraft = {
  /** Identifies the account. The draft of another account is ignored. */
  owner: string
  address: AddressValues
  /** The source of the address: the id of a saved address, `LAST_ORDER` or `NEW_ADDRESS`. */
  from: string
  /** False while the chosen address is unchanged. It is then shown as a card. */
  isEdited: boolean
  saveAddress: boolean
  /** The GSTIN as typed; '' for consumers. */
  gstin: string
  businessName: string
  /** The id of the saved address for the invoice; '' means the delivery address. */
  billTo: string
  /** '' until a method is chosen. */
  paymentMethod: string
  couponCode: string
}

export const LAST_ORDER = 'last'
export const NEW_ADDRESS = 'new'

/** The id of each step's form. Controls outside the form belong to it by this id. */
export const CHECKOUT_FORM = 'checkout-form'

/** Pages that a `FormLink` opens. Before hydration it is a button, which sends the form. */
export const WAYS_OUT = { cart: '/cart', address: '/checkout?address=edit' } as const
export type WayOut = keyof typeof WAYS_OUT

export const DRAFT_FIELDS = { owner: 'draftOwner', from: 'addressFrom', isEdited: 'addressEdited' } as const

/** Name of the hidden field with the coupon code that was refused last. */
export const REFUSED_CODE = 'refusedCode'

/** True if the form has the code that was refused before; it then counts as no code. */
export function isRefusedCode(form: FormData): boolean {
  const refused = textOf(form, REFUSED_CODE)
  return refused !== '' && normalizeCode(textOf(form, 'couponCode')) === normalizeCode(refused)
}

/** Maximum lengths in characters: in UTF-8 and base64, all fields fit a cookie of 4096 bytes in any script. */
const MAX_LENGTHS: Partial<Record<string, number>> = {
  fullName: 100,
  addressLine1: 200,
  addressLine2: 200,
  city: 100,
  businessName: MAX_BUSINESS_NAME,
  gstin: 20,
  couponCode: 60,
}
const MAX_LENGTH = 40

export function draftOf(form: FormData): DeliveryDraft {
  const from = textOf(form, DRAFT_FIELDS.from) || NEW_ADDRESS
  // When the order is placed, the form contains the applied code, which does not belong to the draft.
  const couponCode = form.get('intent') === 'place' || isRefusedCode(form) ? '' : textOf(form, 'couponCode')
  return {
    owner: textOf(form, DRAFT_FIELDS.owner),
    address: addressOf(form),
    from,
    isEdited: from === NEW_ADDRESS || form.has(DRAFT_FIELDS.isEdited),
    saveAddress: form.has('saveAddress'),
    gstin: textOf(form, 'gstin'),
    businessName: textOf(form, 'businessName'),
    billTo: textOf(form, 'billTo'),
    paymentMethod: textOf(form, 'paymentMethod'),
    couponCode,
  }
}

export function draftIn(form: HTMLFormElement): DeliveryDraft {
  return draftOf(new FormData(form))
}

/** True if both drafts have the same values, whether shown as fields or as a card. */
export function isSameDraft(draft: DeliveryDraft, other: DeliveryDraft): boolean {
  const text = (entries: DeliveryDraft) => serializeDraft({ ...entries, isEdited: true })
  return text(draft) === text(other)
}

export function serializeDraft({ address, ...draft }: DeliveryDraft): string {
  const texts = Object.entries({ ...draft, ...address }).map(([name, value]) => [name, limit(name, value)])
  return toBase64Url(JSON.stringify(Object.fromEntries(texts)))
}

/** Truncates a value. Control characters become spaces, because JSON would write six characters for each. */
function limit(name: string, value: string | boolean): string | boolean {
  if (typeof value === 'boolean') return value
  const maxLength = MAX_LENGTHS[name] ?? MAX_LENGTH
  return value.slice(0, maxLength).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
}

/** Parses the draft in a cookie's value; null if it is malformed. */
export function parseDraft(text: string): DeliveryDraft | null {
  const parsed = fromBase64Url(text)
  if (typeof parsed !== 'object' || parsed === null) return null
  const fields = new Map<string, unknown>(Object.entries(parsed))
  const textAt = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? String(limit(name, value)) : ''
  }
  const address = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, textAt(name)])) as AddressValues
  return {
    owner: textAt('owner'),
    address,
    from: textAt('from') || NEW_ADDRESS,
    isEdited: fields.get('isEdited') === true,
    saveAddress: fields.get('saveAddress') === true,
    gstin: textAt('gstin'),
    businessName: textAt('businessName'),
    billTo: textAt('billTo'),
    paymentMethod: textAt('paymentMethod'),
    couponCode: textAt('couponCode'),
  }
}

/** Returns the draft in the browser's cookie, or null. */
export function storedDraft(): DeliveryDraft | null {
  return parseDraft(cookieText('delivery', DELIVERY_PATHS[0]))
}

/** Stores the form's values. `change`: values that are newer than the form's. */
export function storeDraft(form: HTMLFormElement, change: Partial<DeliveryDraft> = {}): void {
  const value = serializeDraft({ ...draftIn(form), ...change })
  for (const path of DELIVERY_PATHS) writeCookie('delivery', value, 7 * DAY_SECONDS, path)
}

function toBase64Url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes and parses JSON; null if the text is malformed. */
function fromBase64Url(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const utf8 = Uint8Array.from(bytes, (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(utf8))
  } catch {
    return null
  }
}
