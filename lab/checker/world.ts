/** The world that clients share: scarce products, a scarce coupon, and the accounts that compete for them. */
import { randomUUID } from 'node:crypto'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSession } from '#db/factories/session.ts'
import { makeUser } from '#db/factories/user.ts'
import { openDatabase } from '#infra/database/open.ts'
import { paise } from '#shop/kernel/money.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** An account with the Cookie header of its session. */
export type Account = { id: string; cookie: string; phone: string }

export type World = {
  /** `stock`: initial stock; `price`: in paise, without tax. */
  products: { id: string; stock: number; price: number }[]
  /** `share`: its discount, in basis points of the price. */
  coupon: { id: string; code: string; maxUses: number; maxUsesPerCustomer: number; share: number }
  /** Tax in basis points of the price less discount. */
  tax: number
  customers: Account[]
  admin: Account
}

/** Few units, so that they sell out within seconds. The tax of one price needs rounding. */
const PRODUCTS = [
  { stock: 8, price: 10_000 },
  { stock: 12, price: 13_335 },
  { stock: 30, price: 24_900 },
]
const COUPON = { maxUses: 9, maxUsesPerCustomer: 3, share: 1_000 }
/** As in CHECKED_SETTINGS. */
const TAX = 1_800

/** Inserts a new world. `authSecret`: the shop's AUTH_SECRET. */
export async function makeWorld(
  databaseUrl: string,
  authSecret: string,
  { customers = 6 } = {},
): Promise<World> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 4, onError: () => {} })
  const now = new Date()
  const account = async (staffRole: StaffRole | null): Promise<Account> => {
    const { id } = await makeUser(db, { staffRole }, now)
    const { name, value } = await makeSession(db, id, authSecret)
    // Open orders are also limited per phone number.
    const phone = `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
    return { id, cookie: `${name}=${value}`, phone }
  }
  const product = async ({ stock, price }: (typeof PRODUCTS)[number]) => {
    const slug = `product-${randomUUID()}`
    // Without HSN code, so that the default rate applies.
    const fields = { name: slug, slug, price: paise(price), stockQuantity: stock, hsnCode: '' }
    const id = await makeProduct(db, fields, now)
    if (!id) throw new Error('the product exists already')
    return { id, stock, price }
  }
  try {
    const code = `C${randomUUID().slice(0, 8).toUpperCase()}`
    const { share, ...limits } = COUPON
    const value = { discountType: 'percentage', basisPoints: share } as const
    const coupon = await makeCoupon(db, { code, ...limits, value }, now)
    if (!coupon) throw new Error('the coupon exists already')
    return {
      products: await Promise.all(PRODUCTS.map(product)),
      coupon: { id: coupon.id, code, ...COUPON },
      tax: TAX,
      customers: await Promise.all(Array.from({ length: customers }, () => account(null))),
      admin: await account('owner'),
    }
  } finally {
    await close()
  }
}
