import type { Operation } from '#lab/checker/history.ts'
import type { Tables } from '#lab/checker/tables.ts'
import type { World } from '#lab/checker/world.ts'

export type Violation = {
  /** The variable or row, such as 'stock of 1a2b3c4d', 'key 5e6f' or 'payment pay_7'. */
  about: string
  what: string
  /** The operations that prove the violation, the oldest first. */
  evidence: readonly string[]
}

/** A captured payment at the bank, with its refunds. */
export type BankEntry = {
  payment: string
  amount: number
  refunds: readonly { id: string; key: string; amount: number }[]
}

/** The checker's input. */
export type CheckerInput = {
  history: readonly Operation[]
  /** Read after all operations and jobs have completed. */
  tables: Tables
  /** Every captured payment. */
  bank: readonly BankEntry[]
  /** The initial products and coupon, and all accounts. */
  world: {
    products: World['products']
    coupon: World['coupon'] | null
    /** Tax in basis points of the price less discount. If null, prices are not checked. */
    tax: number | null
    customers: readonly { id: string }[]
    admin: { id: string } | null
  }
  /** Limit of unpaid orders per account. */
  maxUnpaidOrders: number
}
