import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Features } from '#shop/features.ts'
import type { FileStore, LinkSigner } from '#shop/files.ts'
import type { Actor, Recipient } from '#shop/kernel/actor.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import type { PaymentGateways } from '#shop/payment-gateway.ts'
import type { Pictures, RemotePictures } from '#shop/pictures.ts'
import type { SealedTable } from '#shop/sealed-columns.sql.ts'
import type { Seller } from '#shop/seller.ts'

/** A connection or a transaction, the first parameter of `.sql` and `.read` functions. */
export type Db = Kysely<DB> | Transaction<DB>

/**
 * Work to be done after the transaction, at least once, by any process. Jobs with `to` email an address that a visitor
 * may have typed: these share a budget per address, and are dropped silently beyond it.
 */
export type Job =
  | { queue: 'order-confirmation'; data: { orderId: string } }
  | { queue: 'order-moved'; data: { orderId: string; eventId: number } }
  /** An email about an order that an admin sends again. */
  | { queue: 'order-mail-again'; data: { mailId: string } }
  /** Null: the whole amount that is not credited yet. */
  | { queue: 'credit-note'; data: { orderId: string; cause: string; amount: Money | null } }
  | { queue: 'contact-message'; data: { messageId: string } }
  | { queue: 'contact-acknowledgement'; data: { messageId: string }; to: Recipient }
  | { queue: 'contact-reply'; data: { replyId: string } }
  | {
      queue: 'newsletter-confirmation'
      data: { subscriptionId: string; confirmToken: string }
      to: Recipient
    }
  | { queue: 'stock-notice-link'; data: { noticeId: string; confirmToken: string }; to: Recipient }
  | { queue: 'stock-notices-due'; data: Record<string, never> }
  | { queue: 'stock-notice'; data: { noticeId: string } }
  | { queue: 'newsletter-welcome'; data: { subscriptionId: string }; to: Recipient }
  | { queue: 'newsletter-batch'; data: { newsletterId: string; batch: number } }
  | { queue: 'newsletter-test'; data: { newsletterId: string; userId: string } }
  | { queue: 'payments-due'; data: Record<string, never> }
  | { queue: 'payment-check'; data: { intentId: string } }
  | { queue: 'payment-event'; data: { eventId: string } }
  | { queue: 'sandbox-bank'; data: { paymentId: string } }
  | { queue: 'sandbox-webhook'; data: { body: string } }
  | { queue: 'referral-reward'; data: { couponId: string } }
  | { queue: 'refund'; data: { refundId: string } }
  | { queue: 'refund-sent'; data: { refundId: string } }
  /** About a change of somebody's second factor, to that person or an owner. */
  | { queue: 'factor-mail'; data: { news: FactorNews; userId: string; recipientId: string } }
  /** The link that sets up the first factor. */
  | { queue: 'staff-invitation'; data: { invitationId: string; token: string } }
  | { queue: 'factor-link'; data: { userId: string; token: string } }
  | { queue: 'account-closing'; data: { email: string; token: string | null } }
  /** `none` is queued so that the request takes equally long when no email is due. */
  | {
      queue: 'account-link'
      data: { kind: 'reset' | 'verification' | 'none'; email: string; callbackUrl: string }
    }
  /** Deletes what has been kept long enough; `only`: what a closed account leaves in files. */
  | { queue: 'retention'; data: { only?: 'request-photos' } }
  /** Fetches pictures that products name by an address elsewhere. */
  | { queue: 'product-pictures'; data: Record<string, never> }
  /** Removes files whose row, with this id, was never inserted. */
  | { queue: 'unkept-files'; data: { id: string; keys: string[] } }
  | { queue: 'mail'; data: { to: string; subject: string; text: string; html: string }; to: Recipient }
  | { queue: 'programme-mail'; data: { kind: ProgrammeMail; id: string } }
  | { queue: 'programme-hourly'; data: Record<string, never> }
  | { queue: 'worker-deadlines'; data: Record<string, never> }
  /** Somebody did not get in; recorded for staff only, by a job, so that the answer takes as long for everyone. */
  | { queue: 'sign-in-refused'; data: RefusedSignIn }
  | { queue: 'audit-alerts'; data: Record<string, never> }
  /** An email to one owner about an entry of the audit log. */
  | { queue: 'audit-alert'; data: { entryId: number; ownerId: string } }

/** `why`: a wrong password, or too many tries. `at`: ISO 8601. */
export type RefusedSignIn = { email: string; why: 'password' | 'limit'; at: string; client: Client }

/** What happened to somebody's second factor, as the email about it says. */
export type FactorNews = 'added' | 'removed' | 'recovery-used' | 'codes-renewed' | 'reset'

/** An email of the programme; its id names a task, a payment, a question, a change of a UPI address or a card. */
export type ProgrammeMail =
  | 'task-assigned'
  | 'deadline-reminder'
  | 'task-returned'
  | 'task-withdrawn'
  | 'worker-paid'
  | 'pay-answer'
  | 'upi-change'
  | 'card-used'
  | 'task-approval'
  | 'pay-question'

export type Jobs = {
  /** Queues the job, to run not before `after`. Inside a transaction it exists only if that commits. */
  send(db: Db, job: Job, after?: Date): Promise<void>
  /** The owner of this address used a link from an email, so that today's emails to it do not count as unwanted. */
  resetEmailBudget(db: Db, email: string): Promise<void>
  /** Deletes jobs, except running ones, whose data names one of these rows or is encrypted for this address. */
  deleteAbout(db: Db, about: { ids: readonly string[]; email: string | null }): Promise<void>
  /** The number of waiting, running and failed jobs, by queue. */
  states(): Promise<QueueState[]>
  /** Jobs of these queues that wait or failed, and whose data names one of these ids; the oldest first. */
  unfinished(queues: readonly Job['queue'][], ids: readonly string[]): Promise<UnfinishedJob[]>
  /** Failed jobs, newest first. */
  failed(): Promise<FailedJob[]>
  /** Requeues a failed job; false when it does not exist any more. */
  retry(job: Pick<FailedJob, 'queue' | 'id'>): Promise<boolean>
}

/**
 * Where a request comes from, for the audit log: an IPv4 address or the first 64 bits of an IPv6 one, and a device such as
 * 'Chrome on Android'.
 */
export type Client = { network: string; device: string }

/** Events sent after a commit. A lost one only delays other pages by seconds. */
export type StockEvents = {
  /** Stock has changed, so that cached pages are outdated. */
  stockChanged(): void
}

export type ShippingPolicy = { fee: Money; freeAbove: Money | null }

/** The first-order offer, and the percentage that a referral code takes off it (0: no referral codes). */
export type OfferPolicy = { firstOrderOffer: boolean; referralPercent: number }

export type ShopConfig = {
  /** A demonstration, which sells nothing. */
  isDemo: boolean
  brand: string
  origin: string
  shipping: ShippingPolicy
  taxes: TaxPolicy
  /** Cash orders are charged in whole rupees (shop/pricing/quote.ts). */
  roundsCash: boolean
  deliveryTimes: DeliveryTimes
  offers: OfferPolicy
  orderLimits: OrderLimits
  /** How long a card order reserves its stock until it is paid. */
  cardHoldMinutes: number
  features: Features
  seller: Seller
  /** A task that pays less per hour is shown with a warning. */
  minHourlyRate: Money
  /** Working days in which an approved refund is paid. */
  refundDays: number
  secondPerson: SecondPersonPolicy
  /** A refund above this needs a second factor that was proven just before. */
  confirmRefundAbove: Money
}

/** Above these amounts two persons are needed; null: never. */
export type SecondPersonPolicy = { refundsAbove: Money | null; payoutsAbove: Money | null }

/** Limits how many codes a caller (person or network address) can guess. */
export type GuessLimiter = {
  /**
   * Called before codes are looked up; with `waitSeconds` above 0 they must not be. `recordUnknown` then
   * reports the unknown ones, the only ones that count.
   */
  admit(codes: readonly string[]): Promise<{
    waitSeconds: number
    recordUnknown(missed: ReadonlySet<string>): Promise<void>
  }>
}

/**
 * Encrypts texts with a key derived from the shop's newest secret. `place` says what a text is and whose, such as
 * 'factors.sealed_secret/<id>': it opens for the same place only.
 */
export type Sealer = {
  seal(text: string, place: string): string
  /** Null when it was sealed for another place, with a secret that is gone, or changed since. */
  open(sealed: string, place: string): string | null
  /** As `open`, for a text of the database. A text that is not its row's is reported to the owners. */
  openStored(sealed: string, place: string): string | null
  /** False if encrypted with an old or unknown key, or an old algorithm. */
  isCurrent(sealed: string): boolean
}

/** How many texts were encrypted with the newest key, and how many no key opens. */
export type ResealCounts = { resealed: number; unopened: number }

/** Encrypted columns (shop/sealed-columns.ts) where a query does not open them. */
export type SealedFields = {
  /** A row of this table, with the column names of the database. What does not open is null. */
  openRow(table: SealedTable, row: Record<string, unknown>): Record<string, unknown>
  /** What finds a number: the third part of its encrypted form, by each key. */
  indexes(text: string): string[]
}

/** Keys of the shop that hashes of PINs begin with. */
export type PinPeppers = {
  /** The id of the key for new hashes. */
  newest: string
  /** The signature of the text by this key; null for a key that the shop has no more. */
  pepper(id: string, text: string): string | null
}

/** The context of every use case: actor, time and external services. Built once per request in `server/`. */
export type Ctx = {
  db: Kysely<DB>
  /**
   * For reads that tolerate data a few seconds old and decide nothing: catalogue pages and figures. May be a replica;
   * otherwise `db` itself.
   */
  reads: { catalogue: Kysely<DB>; figures: Kysely<DB> }
  now: Date
  actor: Actor
  /** Null for jobs and commands. */
  client: Client | null
  guesses: GuessLimiter
  jobs: Jobs
  stockEvents: StockEvents
  files: FileStore
  pictures: Pictures
  remotePictures: RemotePictures
  /** Signs links to photos. */
  links: LinkSigner
  /** Signs the cards by which workers sign in. */
  cardKeys: LinkSigner
  pinPeppers: PinPeppers
  sealer: Sealer
  fields: SealedFields
  payments: PaymentGateways
  config: ShopConfig
}

/** A range of business days: Monday to Saturday, in India. Public holidays are not considered. */
export type BusinessDays = { min: number; max: number }

/** The promised times: until shipping, and from then until delivery in a metro city or elsewhere. */
export type DeliveryTimes = { ships: BusinessDays; metro: BusinessDays; elsewhere: BusinessDays }

export type OrderLimits = {
  /** Units of one product per order, including those in mixes. */
  unitsPerProduct: number
  /** The highest total of a cash order. */
  cash: Money
  /** The same while the account has no delivered and paid order. */
  cashForNew: Money
  /** Orders of one account, or for one phone number, that are neither paid nor cancelled. */
  openUnpaid: number
  /** Their highest total including the new one, while the account has no delivered and paid order. */
  openValueForNew: Money
  /** Orders that an account may place per hour, and cancel per hour. */
  perHour: number
}

/** The numbers of waiting, running and failed jobs of a queue. */
export type QueueState = { name: string; waiting: number; running: number; failed: number }

/** A job that is not done: it waits, also for another try, or failed in all its attempts. */
export type UnfinishedJob = {
  queue: string
  id: string
  /** As sent. */
  data: Readonly<Record<string, unknown>>
  isFailed: boolean
  sentAt: Date
}

/** A job that failed in all its attempts and waits for an admin. */
export type FailedJob = {
  queue: string
  id: string
  /** The ids of its subjects, by name. */
  about: Record<string, string>
  /** The last attempt's error; '' when there was none. */
  problem: string
  failedAt: Date
  sentAt: Date
}
