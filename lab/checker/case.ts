import type { Operation } from '#lab/checker/history.ts'
import type { Tables } from '#lab/checker/tables.ts'
import type { World } from '#lab/checker/world.ts'

/** Something that no order of events explains. */
export type Violation = {
  /** 'stock 1a2b3c4d', 'key 5e6f', 'payment pay_7'. */
  about: string
  /** In plain words. */
  what: string
  /** The events that show it, the oldest first. */
  evidence: readonly string[]
}

/** A payment in the bank's books with what it has paid back. */
export type BankEntry = {
  payment: string
  amount: number
  refunds: readonly { id: string; key: string; amount: number }[]
}

/** What is judged. */
export type Case = {
  history: readonly Operation[]
  /** At the end, when no client asks and no job is left. */
  tables: Tables
  /** Every payment that the bank has taken. */
  bank: readonly BankEntry[]
  /** The goods and the coupon that are judged, as they were before the first operation, and all accounts. */
  world: {
    products: World['products']
    coupon: World['coupon'] | null
    /** In basis points of the price less discount; null where clients do not know what they are charged. */
    tax: number | null
    customers: readonly { id: string }[]
    admin: { id: string } | null
  }
  /** How many unpaid orders an account may have. */
  mostUnpaid: number
}
