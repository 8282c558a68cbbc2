import { describe, expect, it } from 'vitest'
import { type DeliveryDraft, draftOf, parseDraft, serializeDraft } from '#app/checkout/delivery-draft.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'

const ADDRESS = {
  fullName: 'आशा "राव"',
  phone: '98450 12345',
  addressLine1: '४ब, लक्ष्मी निवास \\ 😀',
  addressLine2: '',
  city: 'मैसूरु',
  state: 'Dadra and Nagar Haveli and Daman and Diu',
  postalCode: '570001',
}
const DRAFT: DeliveryDraft = {
  owner: 'abcdefghijklmnop',
  address: ADDRESS,
  from: '00000000-0000-4000-8000-000000000099',
  isEdited: true,
  saveAddress: true,
  gstin: '29AAACB1234C1ZB',
  businessName: 'आशा फ़ूड्स & Co',
  billTo: '00000000-0000-4000-8000-000000000098',
  paymentMethod: 'cod',
  couponCode: 'MILLET10',
}

/** Returns a draft whose fields repeat this text. */
function filledWith(text: string, times: number): DeliveryDraft {
  const long = text.repeat(times)
  const address = { ...ADDRESS, fullName: long, addressLine1: long, addressLine2: long, city: long }
  return {
    ...DRAFT,
    address: { ...address, phone: long, postalCode: long },
    couponCode: long,
    paymentMethod: long,
    gstin: long,
    businessName: long,
  }
}

describe('the draft of the delivery', () => {
  it('round-trips in any script', () => {
    const text = serializeDraft(DRAFT)
    expect(text).toMatch(/^[\w-]+$/)
    expect(parseDraft(text)).toEqual(DRAFT)
    const unset = draftOf(new FormData())
    expect(parseDraft(serializeDraft(unset))).toEqual(unset)
  })

  it.each(['क', '😀', '"', '\u0001', '\ud800'])('fits into a cookie, however long the text of %j', (text) => {
    const cookie = serializeDraft(filledWith(text, 5000))
    expect(`delivery=${cookie}`.length).toBeLessThan(4096)
    expect(parseDraft(cookie)?.from).toBe(DRAFT.from)
  })

  it('round-trips the longest address that the schema accepts', () => {
    const [name, line] = ['क'.repeat(100), 'ख'.repeat(200)]
    const state = 'Karnataka'
    const address = { ...ADDRESS, fullName: name, addressLine1: line, addressLine2: line, city: name, state }
    expect(shippingAddressInput.safeParse(address).success).toBe(true)
    expect(parseDraft(serializeDraft({ ...DRAFT, address }))?.address).toEqual(address)
  })

  it.each(['', '%', 'x', '!!!', btoa('null'), btoa('[]').slice(0, 2), btoa('"text"'), btoa('{'), '_-_-'])(
    'is null if malformed: %s',
    (text) => {
      expect(parseDraft(text)).toBeNull()
    },
  )

  it('ignores values of a wrong type', () => {
    const odd = parseDraft(
      btoa(JSON.stringify({ owner: 1, fullName: {}, city: null, isEdited: 'yes', from: [] })),
    )
    expect(odd).toEqual(draftOf(new FormData()) && { ...draftOf(new FormData()), isEdited: false })
  })

  it('reads the coupon code only from the address step', () => {
    const form = new FormData()
    form.set('couponCode', 'APPLIED')
    form.set('intent', 'place')
    expect(draftOf(form).couponCode).toBe('')
    form.set('intent', 'address')
    expect(draftOf(form).couponCode).toBe('APPLIED')
  })
})
