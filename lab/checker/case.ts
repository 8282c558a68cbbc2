import type { Operation } from '#lab/checker/history.ts'
import type { Tables } from '#lab/checker/tables.ts'
import type { World } from '#lab/checker/world.ts'

export type Violation = {
  /** For example 'stock of 1a2b3c4d', 'key 5e6f', 'payment pay_7'. */
  about: string
  what: string
  /** The operations that show it, the oldest first. */
  evidence: readonly string[]
}

/** A captured payment in the bank's books with its refunds. */
export type BankEntry = {
  payment: string
  amount: number
  refunds: readonly { id: string; key: string; amount: number }[]
}

/** The checker's input. */
export type Case = {
  history: readonly Operation[]
  /** Read at the end, without open operations or jobs. */
  tables: Tables
  /** Every captured payment. */
  bank: readonly BankEntry[]
  /** Products and coupon before the first operation, and all accounts. */
  world: {
    products: World['products']
    coupon: World['coupon'] | null
    /** In basis points of the price less discount; null: prices are not checked. */
    tax: number | null
    customers: readonly { id: string }[]
    admin: { id: string } | null
  }
  /** Limit of unpaid orders per account. */
  maxUnpaidOrders: number
}
