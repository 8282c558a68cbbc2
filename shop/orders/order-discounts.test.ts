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

/** A context with the first-order and referral offers enabled. */
function open(actor: Person, overrides: Partial<Ctx> = {}): Ctx {
  const base = ctx(actor, overrides)
  return { ...base, config: { ...base.config, offers: { firstOrderOffer: true, referralPercent: 20 } } }
}

/** A different address for each order, so that referrals are not refused as one household. */
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

async function bought(...args: Parameters<typeof buy>) {
  const placed = must(await buy(...args))
  const order = await findOrder(db, placed.orderId)
  if (!order) throw new Error('the order is not there')
  return order
}

async function moveAlong(orderId: string, ...path: OrderStatus[]) {
  for (const status of path) {
    const moved = await changeOrder(ctx(admin), { orderId, status })
    if (!moved.ok) return moved.reason
  }
  return 'moved'
}

/** The coupon's count of uses, after checking that it equals the uses of orders that are not cancelled. */
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
  it('is cheaper by it, notes the code, and counts as a use', async () => {
    const { id, code } = await coupon()
    const order = await bought(await makeUser(db), { couponCode: code })
    expect(order).toMatchObject({ subtotal: 60000, discount: 6000, tax: 9720, total: 63720 })
    expect(order).toMatchObject({ couponCode: code, notes: `Coupon applied: ${code}` })
    expect(await usesOf(id)).toBe(1)
  })

  it.each([
    ['coupon_expired', 'This coupon has expired.', { expiryDate: new Date(NOW.getTime() - 1) }],
    ['coupon_minimum', 'Minimum order amount is ₹601', { minOrderAmount: rupees(601) }],
  ] as const)('is refused: %s', async (reason, message, fields) => {
    const { id, code } = await coupon(fields)
    expect(await buy(await makeUser(db), { couponCode: code })).toEqual({ ok: false, reason, message })
    expect(await usesOf(id)).toBe(0)
  })

  it('is refused by an unknown code, unless the customer has seen the total without it', async () => {
    const customer = await makeUser(db)
    expect(await buy(customer, { couponCode: 'NOPE' })).toMatchObject({ message: 'Invalid coupon code' })
    const wrong = await buy(customer, { couponCode: 'NOPE', expectedTotal: 63720 })
    expect(wrong).toMatchObject(err('coupon_invalid'))
    expect(await bought(customer, { couponCode: 'NOPE', expectedTotal: 70800 })).toMatchObject({
      discount: 0,
      couponCode: null,
      notes: null,
    })
  })

  it('releases the coupon’s use when cancelled; reopening takes it again, or is refused when it is used up', async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const order = await bought(await makeUser(db), { couponCode: code })
    expect(await buy(await makeUser(db), { couponCode: code })).toMatchObject(err('coupon_used_up'))
    await moveAlong(order.id, 'cancelled')
    expect(await usesOf(id)).toBe(0)
    await moveAlong(order.id, 'processing')
    expect(await usesOf(id)).toBe(1)
    await moveAlong(order.id, 'cancelled')
    await bought(await makeUser(db), { couponCode: code })
    expect(await moveAlong(order.id, 'pending')).toBe('coupon_taken')
    expect((await findOrder(db, order.id))?.status).toBe('cancelled')
    expect(await usesOf(id)).toBe(1)
  })

  it('releases the coupon’s use when a card order is not paid', async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const order = await bought(await makeUser(db), { couponCode: code, paymentMethod: 'card' })
    expect(await usesOf(id)).toBe(1)
    const intent = await rowOf(db, 'paymentIntents', { orderId: order.id })
    await checkPayment(ctx(undefined, { now: new Date(NOW.getTime() + 15 * 60_000) }), intent.id)
    expect((await findOrder(db, order.id))?.status).toBe('cancelled')
    expect(await usesOf(id)).toBe(0)
  })

  it('keeps its price when the coupon is changed or switched off afterwards', async () => {
    const { id, code } = await coupon()
    const order = await bought(await makeUser(db), { couponCode: code })
    await updateCoupon(ctx(admin), { couponId: id, discountValue: 50 })
    expect(await bought(await makeUser(db), { couponCode: code })).toMatchObject({ discount: 30000 })
    expect(await removeCoupon(ctx(admin), id)).toMatchObject({ ok: true })
    expect(await findOrder(db, order.id)).toMatchObject({ discount: 6000, couponCode: code })
    expect(await moveAlong(order.id, 'cancelled', 'pending')).toBe('moved')
  })
})

describe('races for a coupon', () => {
  it('20 buyers, 6 uses: 6 orders', async () => {
    const { id, code } = await coupon({ maxUses: 6 })
    const buyers = await Promise.all(Array.from({ length: 20 }, () => makeUser(db)))
    const placed = await Promise.all(buyers.map((buyer) => buy(buyer, { couponCode: code })))
    expect(placed.filter(({ ok }) => ok)).toHaveLength(6)
    const reasons = placed.flatMap((result) => (result.ok ? [] : [result.reason]))
    expect(new Set(reasons)).toEqual(new Set(['coupon_used_up']))
    expect(await usesOf(id)).toBe(6)
  })

  it('one customer, 12 orders at once, 3 uses each: 3 orders', async () => {
    const { id, code } = await coupon({ maxUsesPerCustomer: 3 })
    const customer = await makeUser(db)
    const placed = await Promise.all(Array.from({ length: 12 }, () => buy(customer, { couponCode: code })))
    expect(placed.filter(({ ok }) => ok)).toHaveLength(3)
    expect(placed.flatMap((result) => (result.ok ? [] : [result.reason]))).toContain('coupon_already_used')
    expect(await usesOf(id)).toBe(3)
  })

  it('orders, cancellations and changes at once: the count is the number of orders not cancelled', async () => {
    const { id, code } = await coupon({ maxUses: 6 })
    const buyers = await Promise.all(Array.from({ length: 24 }, () => makeUser(db)))
    await Promise.all(
      buyers.map(async (buyer, at) => {
        const placed = await buy(buyer, { couponCode: code })
        if (at % 5 === 0) await updateCoupon(ctx(admin), { couponId: id, discountValue: 5 + at })
        if (placed.ok && at % 2 === 0) await moveAlong(placed.value.orderId, 'cancelled', 'pending')
        if (placed.ok && at % 3 === 0) await moveAlong(placed.value.orderId, 'cancelled')
      }),
    )
    expect(await usesOf(id)).toBeLessThanOrEqual(6)
  })
})

describe('a first order', () => {
  it('gets one of two meal mixes free, once', async () => {
    const customer = await makeUser(db)
    const first = await bought(customer, {}, 2, mix)
    expect(first).toMatchObject({ subtotal: 60000, discount: 30000, couponCode: null, notes: null })
    expect(await bought(customer, {}, 2, mix)).toMatchObject({ discount: 0 })
  })

  it('is one, of several at once', async () => {
    const customer = await makeUser(db)
    const placed = await Promise.all(Array.from({ length: 8 }, () => bought(customer, {}, 2, mix)))
    expect(placed.filter(({ discount }) => discount > 0)).toHaveLength(1)
  })

  it('may be another, when it was cancelled', async () => {
    const customer = await makeUser(db)
    await moveAlong((await bought(customer, {}, 2, mix)).id, 'cancelled')
    expect(await bought(customer, {}, 2, mix)).toMatchObject({ discount: 30000 })
  })

  it('takes the better of offer and coupon, and uses the coupon only then', async () => {
    const { id, code } = await coupon()
    expect(await bought(await makeUser(db), { couponCode: code }, 2, mix)).toMatchObject({
      discount: 30000,
      couponCode: null,
    })
    expect(await usesOf(id)).toBe(0)
    expect(await bought(await makeUser(db), { couponCode: code }, 1, mix)).toMatchObject({ discount: 3000 })
    expect(await usesOf(id)).toBe(1)
  })
})

describe('friends', () => {
  /** A customer with an earlier order and a referral code. */
  async function referrer() {
    const person = await makeUser(db)
    await makeOrder(ctx(person), [{ productId: box, quantity: 1 }], { shippingAddress: elsewhere() })
    const opened = await openReferrals(open(person))
    return { person, code: opened.ok ? opened.value : '' }
  }

  /** The coupons issued to a person. */
  async function rewardsOf(person: Person) {
    return db.selectFrom('coupons').selectAll().where('customerId', '=', person.id).execute()
  }

  it('get 20% off the first order, and give 20% once it is delivered', async () => {
    const { person, code } = await referrer()
    const newcomer = await makeUser(db)
    const order = await bought(newcomer, { referralCode: code })
    expect(order).toMatchObject({ discount: 12000, couponCode: code, notes: `Coupon applied: ${code}` })
    expect(await rewardsOf(person)).toEqual([])
    expect(await referralStatistics(db, person.id)).toEqual({ total: 1, successful: 0, pending: 1, saved: 0 })
    await moveAlong(order.id, 'processing', 'shipped', 'delivered', 'shipped', 'delivered')
    const [reward, ...more] = await rewardsOf(person)
    expect(more).toEqual([])
    expect(reward).toMatchObject({ discountType: 'percentage', discountValue: 2000, maxUses: 1 })
    expect(await buy(newcomer, { couponCode: reward?.code ?? '' })).toMatchObject(err('coupon_invalid'))
    expect(await bought(person, { couponCode: reward?.code ?? '' })).toMatchObject({ discount: 12000 })
    expect(await buy(person, { couponCode: reward?.code ?? '' })).toMatchObject(err('coupon_used_up'))
    expect(await referralStatistics(db, person.id)).toMatchObject({ successful: 1, pending: 0, saved: 12000 })
    expect(await bought(newcomer, { referralCode: code })).toMatchObject({ discount: 0 })
  })

  it('get what the referrer may give, and may type the code like a coupon', async () => {
    const { person, code } = await referrer()
    await db.updateTable('users').set({ referralDiscount: 35 }).where('id', '=', person.id).execute()
    expect(await bought(await makeUser(db), { couponCode: code })).toMatchObject({ discount: 21000 })
    const [neighbour, own] = [await makeUser(db), person]
    await bought(neighbour)
    expect(await buy(neighbour, { couponCode: code })).toMatchObject(err('referral_not_first'))
    expect(await buy(own, { couponCode: code })).toMatchObject(err('referral_own'))
  })

  it('count for the referrer even when another discount is better', async () => {
    const { person, code } = await referrer()
    const order = await bought(await makeUser(db), { referralCode: code }, 2, mix)
    expect(order).toMatchObject({ discount: 30000, couponCode: null })
    await moveAlong(order.id, 'delivered')
    expect(await rewardsOf(person)).toHaveLength(1)
  })

  it('are not oneself: by account, phone or address', async () => {
    const { person, code } = await referrer()
    const theirs = await rowOf(db, 'shippingAddresses', { userId: person.id })
    const samePhone = { ...elsewhere(), phone: theirs.phone }
    const sameDoor = { ...elsewhere(), addressLine1: ` ${theirs.addressLine1.toUpperCase()}.` }
    const hindiAddress = { ...elsewhere(), addressLine1: 'बाजार रोड ४२' }
    const home = { userId: person.id, createdAt: NOW, updatedAt: NOW }
    await insertRows(db, 'savedAddresses', { ...hindiAddress, ...home })
    const savedPhone = { ...elsewhere(), phone: hindiAddress.phone }
    const savedDoor = { ...elsewhere(), addressLine1: 'बाजार रोड, ४२' }
    for (const shippingAddress of [samePhone, sameDoor, savedPhone, savedDoor]) {
      const request = { couponCode: null, referralCode: code, delivery: shippingAddress }
      const { discounts } = await lookUpDiscounts(open(await makeUser(db)), request)
      expect(discounts).toMatchObject({ referral: null, sameHousehold: 20 })
      const typed = { ...request, couponCode: code, referralCode: null }
      const { discounts: refused } = await lookUpDiscounts(open(await makeUser(db)), typed)
      expect(refused.refusedCoupon?.refusal.message).toMatch(/^Your friend’s code .* same household\.$/)
      const order = await bought(await makeUser(db), { referralCode: code, shippingAddress })
      expect(order.discount).toBe(0)
      await moveAlong(order.id, 'delivered')
    }
    const self = await makeUser(db)
    const opened = await openReferrals(open(self))
    expect(await bought(self, { referralCode: opened.ok ? opened.value : '' })).toMatchObject({ discount: 0 })
    expect(await rewardsOf(person)).toEqual([])
    expect(await rewardsOf(self)).toEqual([])
  })

  it('accepts a friend’s code when the two address lines cannot be compared', async () => {
    const { person, code } = await referrer()
    const home = { userId: person.id, createdAt: NOW, updatedAt: NOW }
    await insertRows(db, 'savedAddresses', { ...elsewhere(), addressLine1: '-', ...home })
    for (const addressLine1 of ['.', 'बाजार रोड ४३'])
      expect(
        await bought(await makeUser(db), {
          referralCode: code,
          shippingAddress: { ...elsewhere(), addressLine1 },
        }),
      ).toMatchObject({ discount: 12000 })
  })

  it('are not oneself, even when the order is cancelled and reopened', async () => {
    const { person, code } = await referrer()
    const theirs = await rowOf(db, 'shippingAddresses', { userId: person.id })
    const second = await makeUser(db)
    await recordReferrer(ctx(), { newcomerId: second.id, code })
    const order = await bought(second, { shippingAddress: { ...elsewhere(), phone: theirs.phone } })
    await moveAlong(order.id, 'cancelled', 'delivered')
    expect(await rewardsOf(person)).toEqual([])
    const friend = await makeUser(db)
    await recordReferrer(ctx(), { newcomerId: friend.id, code })
    await moveAlong((await bought(friend, {})).id, 'cancelled', 'delivered')
    expect(await rewardsOf(person)).toHaveLength(1)
  })

  it('give nothing when the order is cancelled or paid back before it arrives', async () => {
    const { person, code } = await referrer()
    const newcomer = await makeUser(db)
    const first = await bought(newcomer, { referralCode: code })
    await moveAlong(first.id, 'cancelled')
    expect(await rewardsOf(person)).toEqual([])
    const second = await bought(newcomer, {})
    expect(second.discount).toBe(12000)
    await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', second.id).execute()
    await moveAlong(second.id, 'delivered')
    expect(await rewardsOf(person)).toEqual([])
  })

  it('take an unused thank-you back when the delivered order is cancelled, and give no second one', async () => {
    const { person, code } = await referrer()
    const order = await bought(await makeUser(db), { referralCode: code })
    await moveAlong(order.id, 'delivered', 'cancelled')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
    // Only an order that was not refunded can be reopened.
    await db.updateTable('refunds').set({ status: 'refused' }).where('orderId', '=', order.id).execute()
    await moveAlong(order.id, 'delivered')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: true }])
  })

  it('keep no thank-you of a delivered order that was paid back, however it is moved afterwards', async () => {
    const { person, code } = await referrer()
    const order = await bought(await makeUser(db), { referralCode: code })
    await moveAlong(order.id, 'delivered')
    await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', order.id).execute()
    await revokeReward(db, order.id)
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
    await moveAlong(order.id, 'shipped', 'delivered')
    expect(await rewardsOf(person)).toMatchObject([{ isActive: false }])
  })

  it('give one thank-you, however often and by however many the order is delivered at once', async () => {
    const { person, code } = await referrer()
    const orders = await Promise.all(
      Array.from({ length: 4 }, async () => bought(await makeUser(db), { referralCode: code })),
    )
    await Promise.all(
      orders.flatMap(({ id }) => Array.from({ length: 5 }, () => moveAlong(id, 'delivered', 'shipped'))),
    )
    expect(await rewardsOf(person)).toHaveLength(4)
  })

  it('have codes of their own, longer when six characters are taken', async () => {
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

it('the first-order offer is not repeated by another account with the same phone or address', async () => {
  const shippingAddress = elsewhere()
  const previewDiscounts = async (address: Partial<PlaceOrderInput['shippingAddress']>, customer: Person) =>
    bought(customer, { shippingAddress: { ...elsewhere(), ...address } }, 2, mix)
  const ours = async (address: Partial<PlaceOrderInput['shippingAddress']>) =>
    (await previewDiscounts(address, await makeUser(db))).discount
  const cancelled = await previewDiscounts(shippingAddress, await makeUser(db))
  await moveAlong(cancelled.id, 'cancelled')
  expect([cancelled.discount, await ours(shippingAddress), await ours({})]).toEqual([30000, 30000, 30000])
  const { phone, addressLine1 } = shippingAddress
  for (const same of [{ phone }, { addressLine1: ` ${addressLine1.toUpperCase()}.` }])
    expect(await ours(same)).toBe(0)
})
