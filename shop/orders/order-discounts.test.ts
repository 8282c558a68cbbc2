import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS, makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { removeCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import { openReferrals, recordReferrer } from '#shop/referrals/assign-codes.ts'
import { referralStatistics } from '#shop/referrals/referrals.read.ts'
import { revokeReward } from '#shop/referrals/update-referral.flow.ts'
import { checkPayment } from '#shop/settlement/payment-jobs.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { insertRows, rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 12 })
const admin = await makeUser(db, { staffRole: 'owner' })
const mix = await product()
const box = await product({ category: 'bundles', price: rupees(600) })

function product(fields: Parameters<typeof makeProduct>[1] = {}) {
  return makeProduct(db, { price: rupees(300), stockQuantity: 100_000, ...fields }, NOW)
}

async function coupon(fields: Parameters<typeof makeCoupon>[1] = {}) {
  return await makeCoupon(db, fields, NOW)
}

/** Returns a context with the first-order and referral offers enabled. */
function open(actor: Person, overrides: Partial<Ctx> = {}): Ctx {
  const base = ctx(actor, overrides)
  return { ...base, config: { ...base.config, offers: { firstOrderOffer: true, referralPercent: 20 } } }
}

/** Returns a new address for each order. With one address, referrals would be refused as the same household. */
let houses = 0
function elsewhere(): PlaceOrderInput['shippingAddress'] {
  houses += 1
  return { ...ADDRESS, addressLine1: `House ${houses}`, phone: `9${String(houses).padStart(9, '0')}` }
}

async function buy(customer: Person, fields: Partial<PlaceOrderInput> = {}, quantity = 1, item = box) {
  const shippingAddress = elsewhere()
  return placeOrder(
    open(customer),
    await orderInput(db, [{ productId: item, quantity }], { shippingAddress, ...fields }),
  )
}

async function placeAndFind(...args: Parameters<typeof buy>) {
  const { orderId } = must(await buy(...args))
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('order not found')
  return order
}

async function setStatuses(orderId: string, ...path: OrderStatus[]) {
  for (const status of path) {
    const outcome = await changeOrder(ctx(admin), { orderId, status })
    if (!outcome.ok) return outcome.reason
  }
  return 'moved'
}

/** Returns the coupon's number of uses, and checks that the same number of uncancelled orders have the coupon. */
async function usesOf(id: string): Promise<number> {
  const { currentUses } = await rowOf(db, 'coupons', { id })
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('couponId', '=', id)
    .where('status', '!=', 'cancelled')
    .execute()
  const uses = await db.selectFrom('couponUses').select('orderId').where('couponId', '=', id).execute()
  expect(uses).toHaveLength(currentUses)
  expect(orders).toHaveLength(currentUses)
  return currentUses
}

describe('an order with a coupon', () => {
  it('gets the discount, stores the code and counts as a use', async () => {
    const { id, code } = await coupon()
    const order = await placeAndFind(await makeUser(db), { couponCode: code })
    expect(order).toMatchObject({ subtotal: 60000, discount: 6000, tax: 9720, total: 63720 })
    expect(order).toMatchObject({ couponCode: code, notes: `Coupon applied: ${code}` })
    expect(await usesOf(id)).toBe(1)
  })

  it.each([
    ['coupon_expired', 'This coupon has expired.', { expiryDate: new Date(NOW.getTime() - 1) }],
    ['coupon_minimum', 'Minimum order amount is ₹601', { minOrderAmount: rupees(601) }],
  ] as const)('is refused with %s', async (reason, message, fields) => {
    const { id, code } = await coupon(fields)
    expect(await buy(await makeUser(db), { couponCode: code })).toEqual({ ok: false, reason, message })
    expect(await usesOf(id)).toBe(0)
  })

  it('is refused with an unknown code, unless the customer has seen the total without it', async () => {
    const customer = await makeUser(db)
    expect(await buy(customer, { couponCode: 'NOPE' })).toMatchObject({ message: 'Invalid coupon code' })
    const wrong = await buy(customer, { couponCode: 'NOPE', expectedTotal: 63720 })
    expect(wrong).toMatchObject(err('coupon_invalid'))
    expect(await placeAndFind(customer, { couponCode: 'NOPE', expectedTotal: 70800 })).toMatchObject({
      discount: 0,
      couponCode: null,
      notes: null,
    })
  })

  it('releases the use when cancelled; reopening redeems the coupon, or is refused if it is used up', async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const order = await placeAndFind(await makeUser(db), { couponCode: code })
    expect(await buy(await makeUser(db), { couponCode: code })).toMatchObject(err('coupon_used_up'))
    await setStatuses(order.id, 'cancelled')
    expect(await usesOf(id)).toBe(0)
    await setStatuses(order.id, 'processing')
    expect(await usesOf(id)).toBe(1)
    await setStatuses(order.id, 'cancelled')
    await placeAndFind(await makeUser(db), { couponCode: code })
    expect(await setStatuses(order.id, 'pending')).toBe('coupon_taken')
    expect((await findOrder(db, order.id))?.status).toBe('cancelled')
    expect(await usesOf(id)).toBe(1)
  })

  it('releases the coupon’s use when a card order is not paid', async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const order = await placeAndFind(await makeUser(db), { couponCode: code, paymentMethod: 'card' })
    expect(await usesOf(id)).toBe(1)
    const intent = await rowOf(db, 'paymentIntents', { orderId: order.id })
    await checkPayment(ctx(undefined, { now: new Date(NOW.getTime() + 15 * 60_000) }), intent.id)
    expect((await findOrder(db, order.id))?.status).toBe('cancelled')
    expect(await usesOf(id)).toBe(0)
  })

  it('keeps its discount when the coupon is changed or removed afterwards', async () => {
    const { id, code } = await coupon()
    const order = await placeAndFind(await makeUser(db), { couponCode: code })
    await updateCoupon(ctx(admin), { couponId: id, discountValue: 50 })
    expect(await placeAndFind(await makeUser(db), { couponCode: code })).toMatchObject({ discount: 30000 })
    expect(await removeCoupon(ctx(admin), id)).toMatchObject({ ok: true })
    expect(await findOrder(db, order.id)).toMatchObject({ discount: 6000, couponCode: code })
    expect(await setStatuses(order.id, 'cancelled', 'pending')).toBe('moved')
  })
})

describe('concurrent use of a coupon', () => {
  it('allows 3 orders of 10 customers for a coupon with 3 uses', async () => {
    const { id, code } = await coupon({ maxUses: 3 })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => makeUser(db)))
    const placed = await Promise.all(buyers.map((buyer) => buy(buyer, { couponCode: code })))
    expect(placed.filter(({ ok }) => ok)).toHaveLength(3)
    const reasons = placed.flatMap((result) => (result.ok ? [] : [result.reason]))
    expect(new Set(reasons)).toEqual(new Set(['coupon_used_up']))
    expect(await usesOf(id)).toBe(3)
  })

  it('allows 3 of 12 orders of one customer for a coupon with 3 uses per customer', async () => {
    const { id, code } = await coupon({ maxUsesPerCustomer: 3 })
    const customer = await makeUser(db)
    const placed = await Promise.all(Array.from({ length: 12 }, () => buy(customer, { couponCode: code })))
    expect(placed.filter(({ ok }) => ok)).toHaveLength(3)
    expect(placed.flatMap((result) => (result.ok ? [] : [result.reason]))).toContain('coupon_already_used')
    expect(await usesOf(id)).toBe(3)
  })

  it('counts exactly the uncancelled orders, even if orders, cancellations and changes compete', async () => {
    const { id, code } = await coupon({ maxUses: 3 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeUser(db)))
    await Promise.all(
      buyers.map(async (buyer, at) => {
        const placed = await buy(buyer, { couponCode: code })
        if (at % 5 === 0) await updateCoupon(ctx(admin), { couponId: id, discountValue: 5 + at })
        if (placed.ok && at % 2 === 0) await setStatuses(placed.value.orderId, 'cancelled', 'pending')
        if (placed.ok && at % 3 === 0) await setStatuses(placed.value.orderId, 'cancelled')
      }),
    )
    expect(await usesOf(id)).toBeLessThanOrEqual(3)
  })
})

describe('the first-order offer', () => {
  it('makes one of two meal mixes free, once per customer', async () => {
    const customer = await makeUser(db)
    const first = await placeAndFind(customer, {}, 2, mix)
    expect(first).toMatchObject({ subtotal: 60000, discount: 30000, couponCode: null, notes: null })
    expect(await placeAndFind(customer, {}, 2, mix)).toMatchObject({ discount: 0 })
  })

  it('applies to one of several concurrent orders', async () => {
    const customer = await makeUser(db)
    const placed = await Promise.all(Array.from({ length: 4 }, () => placeAndFind(customer, {}, 2, mix)))
    expect(placed.filter(({ discount }) => discount > 0)).toHaveLength(1)
  })

  it('applies to the next order if the first was cancelled', async () => {
    const customer = await makeUser(db)
    await setStatuses((await placeAndFind(customer, {}, 2, mix)).id, 'cancelled')
    expect(await placeAndFind(customer, {}, 2, mix)).toMatchObject({ discount: 30000 })
  })

  it('never adds to a coupon: the higher discount applies, and only an applied coupon counts as used', async () => {
    const { id, code } = await coupon()
    expect(await placeAndFind(await makeUser(db), { couponCode: code }, 2, mix)).toMatchObject({
      discount: 30000,
      couponCode: null,
    })
    expect(await usesOf(id)).toBe(0)
    expect(await placeAndFind(await makeUser(db), { couponCode: code }, 1, mix)).toMatchObject({
      discount: 3000,
    })
    expect(await usesOf(id)).toBe(1)
  })
})

describe('referrals', () => {
  /** Makes a customer with an earlier order and a referral code. */
  async function referrer() {
    const person = await makeUser(db)
    await makeOrder(ctx(person), [{ productId: box, quantity: 1 }], { shippingAddress: elsewhere() })
    const opened = await openReferrals(open(person))
    return { person, code: opened.ok ? opened.value : '' }
  }

  /** Returns the coupons issued to a person. */
  async function rewardsOf(person: Person) {
    return db.selectFrom('coupons').selectAll().where('customerId', '=', person.id).execute()
  }

  it('give the newcomer 20% off the first order and the referrer a 20% coupon once it is delivered', async () => {
    const { person, code } = await referrer()
    const newcomer = await makeUser(db)
    const order = await placeAndFind(newcomer, { referralCode: code })
    expect(order).toMatchObject({ discount: 12000, couponCode: code, notes: `Coupon applied: ${code}` })
    expect(await rewardsOf(person)).toEqual([])
    expect(await referralStatistics(db, person.id)).toEqual({ total: 1, successful: 0, pending: 1, saved: 0 })
    await setStatuses(order.id, 'processing', 'shipped', 'delivered', 'shipped', 'delivered')
    const [reward, ...more] = await rewardsOf(person)
    expect(more).toEqual([])
    expect(reward).toMatchObject({ discountType: 'percentage', discountValue: 2000, maxUses: 1 })
    expect(await buy(newcomer, { couponCode: reward?.code ?? '' })).toMatchObject(err('coupon_invalid'))
    expect(await placeAndFind(person, { couponCode: reward?.code ?? '' })).toMatchObject({ discount: 12000 })
    expect(await buy(person, { couponCode: reward?.code ?? '' })).toMatchObject(err('coupon_used_up'))
    expect(await referralStatistics(db, person.id)).toMatchObject({ successful: 1, pending: 0, saved: 12000 })
    expect(await placeAndFind(newcomer, { referralCode: code })).toMatchObject({ discount: 0 })
  })

  it('give the referrer’s own percentage, and accept the code in the coupon field', async () => {
    const { person, code } = await referrer()
    await db.updateTable('users').set({ referralDiscount: 35 }).where('id', '=', person.id).execute()
    expect(await placeAndFind(await makeUser(db), { couponCode: code })).toMatchObject({ discount: 21000 })
    const [neighbour, own] = [await makeUser(db), person]
    await placeAndFind(neighbour)
    expect(await buy(neighbour, { couponCode: code })).toMatchObject(err('referral_not_first'))
    expect(await buy(own, { couponCode: code })).toMatchObject(err('referral_own'))
  })

  it('reward the referrer even if the newcomer got a higher discount', async () => {
    const { person, code } = await referrer()
    const order = await placeAndFind(await makeUser(db), { referralCode: code }, 2, mix)
    expect(order).toMatchObject({ discount: 30000, couponCode: null })
    await setStatuses(order.id, 'delivered')
    expect(await rewardsOf(person)).toHaveLength(1)
  })

  it('refuse a code of the same account, phone number or address', async () => {
    const { person, code } = await referrer()
    const referrerAddress = await rowOf(db, 'shippingAddresses', { userId: person.id })
    const samePhone = { ...elsewhere(), phone: referrerAddress.phone }
    const sameDoor = { ...elsewhere(), addressLine1: ` ${referrerAddress.addressLine1.toUpperCase()}.` }
    const hindiAddress = { ...elsewhere(), addressLine1: 'बाजार रोड ४२' }
    const home = { userId: person.id, createdAt: NOW, updatedAt: NOW }
    await insertRows(db, 'savedAddresses', { ...hindiAddress, ...home })
    const savedPhone = { ...elsewhere(), phone: hindiAddress.phone }
    const savedDoor = { ...elsewhere(), addressLine1: 'बाजार रोड, ४२' }
    for (const shippingAddress of [samePhone, sameDoor, savedPhone, savedDoor]) {
      const request = { couponCode: null, referralCode: code, delivery: shippingAddress }
      const { discounts } = await lookUpDiscounts(open(await makeUser(db)), request)
      expect(discounts).toMatchObject({ referral: null, sameHousehold: 20 })
      const couponRequest = { ...request, couponCode: code, referralCode: null }
      const { discounts: refused } = await lookUpDiscounts(open(await makeUser(db)), couponRequest)
      expect(refused.refusedCoupon?.refusal.message).toMatch(/^Your friend’s code .* same household\.$/)
      const order = await placeAndFind(await makeUser(db), { referralCode: code, shippingAddress })
      expect(order.discount).toBe(0)
      await setStatuses(order.id, 'delivered')
    }
    const self = await makeUser(db)
    const opened = await openReferrals(open(self))
    expect(await placeAndFind(self, { referralCode: opened.ok ? opened.value : '' })).toMatchObject({
      discount: 0,
    })
    expect(await rewardsOf(person)).toEqual([])
    expect(await rewardsOf(self)).toEqual([])
  })

  it('accept a code if the two address lines cannot be compared', async () => {
    const { person, code } = await referrer()
    const home = { userId: person.id, createdAt: NOW, updatedAt: NOW }
    await insertRows(db, 'savedAddresses', { ...elsewhere(), addressLine1: '-', ...home })
    for (const addressLine1 of ['.', 'बाजार रोड ४३'])
      expect(
        await placeAndFind(await makeUser(db), {
          referralCode: code,
          shippingAddress: { ...elsewhere(), addressLine1 },
        }),
      ).toMatchObject({ discount: 12000 })
  })

  it('give no reward for the referrer’s own phone number, even after cancelling and reopening', async () => {
    const { person, code } = await referrer()
    const referrerAddress = await rowOf(db, 'shippingAddresses', { userId: person.id })
    const second = await makeUser(db)
    await recordReferrer(ctx(), { newcomerId: second.id, code })
    const order = await placeAndFind(second, {
      shippingAddress: { ...elsewhere(), phone: referrerAddress.phone },
    })
    await setStatuses(order.id, 'cancelled', 'delivered')
    expect(await rewardsOf(person)).toEqual([])
    const friend = await makeUser(db)
    await recordReferrer(ctx(), { newcomerId: friend.id, code })
    await setStatuses((await placeAndFind(friend, {})).id, 'cancelled', 'delivered')
    expect(await rewardsOf(person)).toHaveLength(1)
  })

  it('give no reward if the order is cancelled or refunded before the delivery', async () => {
    const { person, code } = await referrer()
    const newcomer = await makeUser(db)
    const first = await placeAndFind(newcomer, { referralCode: code })
    await setStatuses(first.id, 'cancelled')
    expect(await rewardsOf(person)).toEqual([])
    const second = await placeAndFind(newcomer, {})
    expect(second.discount).toBe(12000)
    await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', second.id).execute()
    await setStatuses(second.id, 'delivered')
    expect(await rewardsOf(person)).toEqual([])
  })

  it('revoke an unused reward when the delivered order is cancelled, and restore it after reopening', async () => {
    const { person, code } = await referrer()
    const order = await placeAndFind(await makeUser(db), { referralCode: code })
    await setStatuses(order.id, 'delivered', 'cancelled')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
    // Only an order that was not refunded can be reopened.
    await db.updateTable('refunds').set({ status: 'refused' }).where('orderId', '=', order.id).execute()
    await setStatuses(order.id, 'delivered')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: true }])
  })

  it('do not restore the reward of a refunded order when its status changes', async () => {
    const { person, code } = await referrer()
    const order = await placeAndFind(await makeUser(db), { referralCode: code })
    await setStatuses(order.id, 'delivered')
    await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', order.id).execute()
    await revokeReward(db, order.id, NOW)
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
    await setStatuses(order.id, 'shipped', 'delivered')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
  })

  it('give one reward per order, even if it is delivered several times concurrently', async () => {
    const { person, code } = await referrer()
    const orders = await Promise.all(
      Array.from({ length: 4 }, async () => placeAndFind(await makeUser(db), { referralCode: code })),
    )
    await Promise.all(
      orders.flatMap(({ id }) => Array.from({ length: 5 }, () => setStatuses(id, 'delivered', 'shipped'))),
    )
    expect(await rewardsOf(person)).toHaveLength(4)
  })

  it('give each person a constant code, longer if the last six characters of the id are taken', async () => {
    const end = 'abcdef'
    const ids = [`00000000-0000-4000-8000-000001${end}`, `00000000-0000-4000-8000-000002${end}`]
    const codes: (string | null)[] = []
    for (const id of ids) {
      await insertRows(db, 'users', {
        id,
        email: `${id}@example.test`,
        fullName: 'A',
        createdAt: NOW,
        updatedAt: NOW,
      })
      const person = { ...admin, id }
      const [once, again] = [await openReferrals(open(person)), await openReferrals(open(person))]
      expect(once).toEqual(again)
      codes.push(once.ok ? once.value : null)
    }
    expect(codes).toEqual(['TESTMILLABCDEF', 'TESTMILL2ABCDEF'])
  })
})

it('the first-order offer is refused for another account with the same phone or address', async () => {
  const shippingAddress = elsewhere()
  const buyAt = async (address: Partial<PlaceOrderInput['shippingAddress']>, customer: Person) =>
    placeAndFind(customer, { shippingAddress: { ...elsewhere(), ...address } }, 2, mix)
  const discountAt = async (address: Partial<PlaceOrderInput['shippingAddress']>) =>
    (await buyAt(address, await makeUser(db))).discount
  const cancelled = await buyAt(shippingAddress, await makeUser(db))
  await setStatuses(cancelled.id, 'cancelled')
  expect([cancelled.discount, await discountAt(shippingAddress), await discountAt({})]).toEqual([
    30000, 30000, 30000,
  ])
  const { phone, addressLine1 } = shippingAddress
  for (const same of [{ phone }, { addressLine1: ` ${addressLine1.toUpperCase()}.` }])
    expect(await discountAt(same)).toBe(0)
})
