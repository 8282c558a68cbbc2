import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Features } from '#shop/features.ts'
import type { FileStore, LinkSigner } from '#shop/files.ts'

import type { Actor, Recipient } from '#shop/kernel/actor.ts'
import type { Money } from '#shop/kernel/money.ts'

import type { PaymentGateways } from '#shop/payment-gateway.ts'
import type { Pictures } from '#shop/pictures.ts'
import type { Seller } from '#shop/seller.ts'

/** A connection or a transaction: what the `.sql` and `.read` files work on. */
export type Db = Kysely<DB> | Transaction<DB>

/**
 * Work to be done after the transaction, at least once, by any process. Jobs with `to` mail an address that people type into
 * forms: what anyone asks for shares one budget for each address, and is dropped in silence beyond it.
 */
export type Job =
  | { queue: 'order-confirmation'; data: { orderId: string } }
  | { queue: 'order-moved'; data: { orderId: string; eventId: number } }
  /** Null: all of the invoice that is not credited yet. */
  | { queue: 'credit-note'; data: { orderId: string; cause: string; amount: Money | null } }
  | { queue: 'contact-message'; data: { messageId: string } }
  | { queue: 'contact-acknowledgement'; data: { messageId: string }; to: Recipient }
  | { queue: 'contact-reply'; data: { replyId: string } }
  | {
      queue: 'newsletter-confirmation'
      data: { subscriptionId: string; confirmToken: string }
      to: Recipient
    }
  | { queue: 'newsletter-welcome'; data: { subscriptionId: string }; to: Recipient }
  | { queue: 'payments-due'; data: Record<string, never> }
  | { queue: 'payment-check'; data: { intentId: string } }
  | { queue: 'payment-event'; data: { eventId: string } }
  | { queue: 'sandbox-bank'; data: { paymentId: string } }
  | { queue: 'sandbox-webhook'; data: { body: string } }
  | { queue: 'referral-reward'; data: { couponId: string } }
  | { queue: 'refund'; data: { refundId: string } }
  | { queue: 'refund-sent'; data: { refundId: string } }
  | { queue: 'account-closing'; data: { email: string; token: string | null } }
  /** `none` is queued so that asking takes as long when nothing is due. */
  | {
      queue: 'account-link'
      data: { kind: 'reset' | 'verification' | 'none'; email: string; callbackUrl: string }
    }
  | { queue: 'accounts-tidy'; data: Record<string, never> }
  | { queue: 'mail'; data: { to: string; subject: string; text: string; html: string }; to: Recipient }
  | { queue: 'programme-mail'; data: { kind: ProgrammeMail; id: string } }
  | { queue: 'programme-hourly'; data: Record<string, never> }

/**
 * A mail in the programme, with what its id names: to a worker about a task (assigned, soon to be done, came back, was
 * withdrawn), a
 * payment or the answer to a question; to the admin about a photo to approve or a question.
 */
export type ProgrammeMail =
  | 'task-assigned'
  | 'deadline-reminder'
  | 'task-returned'
  | 'task-withdrawn'
  | 'worker-paid'
  | 'pay-answer'
  | 'task-approval'
  | 'pay-question'

export type Jobs = {
  /** Queues the job, to be done not before `after`; inside a transaction it exists only if that commits. */
  send(db: Db, job: Job, after?: Date): Promise<void>
  /** The owner of this address has used a link from an email: what was sent to it today was no stranger's doing. */
  wasWanted(db: Db, email: string): Promise<void>
  /** Removes all jobs that hold one of these words, in lower case, but for those that are being done now. */
  forget(db: Db, words: readonly string[]): Promise<void>
  /** How many jobs wait, run and were given up, by queue. */
  states(): Promise<QueueState[]>
  /** Jobs that were given up, newest first. */
  failed(): Promise<FailedJob[]>
  /** Puts a given-up job back into its queue; false when it is not there (any more). */
  retry(job: Pick<FailedJob, 'queue' | 'id'>): Promise<boolean>
}

/** What is told after a transaction, by whoever committed it; losing it costs a few seconds, not more. */
export type StockEvents = {
  /** Pages show old stock now. */
  stockMoved(): void
}

export type ShippingPolicy = { fee: Money; freeAbove: Money | null }

/** Whether the offer on a first order runs, and what a friend's code takes off it, in percent (0: no such codes). */
export type OfferPolicy = { firstOrderOffer: boolean; referralPercent: number }

export type ShopConfig = {
  /** A demonstration: nothing in it is sold. */
  isDemo: boolean
  brand: string
  origin: string
  shipping: ShippingPolicy
  deliveryTimes: DeliveryTimes
  offers: OfferPolicy
  orderLimits: OrderLimits
  /** How long an order that is to be paid by card keeps its goods. */
  cardHoldMinutes: number
  features: Features
  seller: Seller
  /** A task that pays less per hour than this is shown with a warning. */
  minHourlyRate: Money
}

/** How many wrong codes the caller, a person at a network address, has tried lately. */
export type CodeGuesses = {
  /**
   * Asks before codes are looked up. `waitSeconds` above 0: they may not be. `settle` hears afterwards which of them
   * nobody has; the others do not count.
   */
  admit(codes: readonly string[]): Promise<{
    waitSeconds: number
    settle(missed: ReadonlySet<string>): Promise<void>
  }>
}

/** What every use case is given: who asks, when, and the doors to the outside. Built once per request in `server/`. */
export type Ctx = {
  db: Kysely<DB>
  /**
   * For what only reads and no decision rests on: the catalogue as it is shown, and figures, which may be a few seconds
   * old. Another server may answer; `db` itself where there is none.
   */
  reads: { catalogue: Kysely<DB>; figures: Kysely<DB> }
  now: Date
  actor: Actor
  guesses: CodeGuesses
  jobs: Jobs
  news: StockEvents
  files: FileStore
  pictures: Pictures
  links: LinkSigner
  payments: PaymentGateways
  config: ShopConfig
}

/** From so many to so many business days: Monday to Saturday, in India. Public holidays are not known here. */
export type BusinessDays = { least: number; most: number }

/** What the shop promises: until a parcel leaves, and from then until it is there in a metro city. */
export type DeliveryTimes = { ships: BusinessDays; metro: BusinessDays }

export type OrderLimits = {
  /** Units of one product in one order, those that go into mixes included. */
  unitsPerProduct: number
  /** What an order paid in cash may cost. */
  cash: Money
  /** The same while no order has been delivered to the account and paid. */
  cashForNew: Money
  /** Orders of one account, or for one phone number, that are neither paid nor cancelled. */
  openUnpaid: number
  /** What these may come to together, the new one included, while no order has been delivered to the account and paid. */
  openValueForNew: Money
  /** How many orders an account may place in an hour, and how many it may cancel. */
  perHour: number
}

/** The state of a job queue: jobs that wait, that run, and that were given up. */
export type QueueState = { name: string; waiting: number; running: number; failed: number }

/** A job that was given up after many tries and waits for a person. */
export type FailedJob = {
  queue: string
  id: string
  /** The ids of what it was about, by name. */
  about: Record<string, string>
  /** What the last try said; '' when it said nothing. */
  problem: string
  failedAt: Date
  sentAt: Date
}
