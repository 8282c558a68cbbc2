import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor, Recipient } from '#shop/kernel/actor.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import type { PaymentGateways } from '#shop/payment-gateway.ts'
import type { Pictures, RemotePictures } from '#shop/pictures.ts'
import type { SealedTable } from '#shop/sealed-columns.sql.ts'
import type { SettingValues } from '#shop/setting-fields.ts'

/** A database connection or a transaction. */
export type Db = Kysely<DB> | Transaction<DB>

/**
 * Work that runs after the transaction, at least once, in any process.
 * A job with `to` sends an email to an address that a visitor may have typed. Each address has a budget; jobs beyond
 * it are dropped silently.
 */
export type Job =
  | { queue: 'order-confirmation'; data: { orderId: string } }
  | { queue: 'order-moved'; data: { orderId: string; eventId: number } }
  | { queue: 'order-mail-again'; data: { mailId: string } }
  /** `amount`: null credits everything that is not credited yet. */
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
  /** `recipientId`: the person concerned, or an owner. */
  | { queue: 'factor-mail'; data: { news: FactorNews | KeyNews; userId: string; recipientId: string } }
  /** An invitation to staff; `factor-link` sets up the first factor. */
  | { queue: 'staff-invitation'; data: { invitationId: string; token: string } }
  | { queue: 'factor-link'; data: { userId: string; token: string } }
  | { queue: 'account-closing'; data: { email: string; token: string | null } }
  /** `none` sends no email. It only makes all requests take equally long. */
  | {
      queue: 'account-link'
      data: { kind: 'reset' | 'verification' | 'none'; email: string; callbackUrl: string }
    }
  /** `only`: runs this step alone, after an account was closed. */
  | { queue: 'retention'; data: { only?: 'request-photos' } }
  | { queue: 'product-pictures'; data: Record<string, never> }
  /** Removes files whose row was never inserted. */
  | { queue: 'unkept-files'; data: { id: string; keys: string[] } }
  | { queue: 'mail'; data: { to: string; subject: string; text: string; html: string }; to: Recipient }
  | { queue: 'programme-mail'; data: { kind: ProgrammeMail; id: string } }
  | { queue: 'programme-hourly'; data: Record<string, never> }
  | { queue: 'worker-deadlines'; data: Record<string, never> }
  /** Recorded by a job, so that the response takes equally long with and without an account. */
  | { queue: 'sign-in-refused'; data: RefusedSignIn }
  | { queue: 'audit-alerts'; data: Record<string, never> }
  | { queue: 'audit-alert'; data: { entryId: number; ownerId: string } }
  /** Sends the due deliveries of an endpoint. */
  | { queue: 'webhooks'; data: { endpointId: string } }

/** `at`: time in ISO 8601. */
export type RefusedSignIn = { email: string; why: 'password' | 'limit'; at: string; client: Client }

export type FactorNews = 'added' | 'removed' | 'recovery-used' | 'codes-renewed' | 'reset'

/** About an API key. */
export type KeyNews = 'key-created' | 'key-revoked'

/** Kinds of emails whose job has the id of a task, payment, question, UPI change or card. */
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
  /** Queues the job, not before `after`. In a transaction it exists only if that commits. */
  send(db: Db, job: Job, after?: Date): Promise<void>
  /** Resets an address's budget after its owner used a link from an email. */
  resetEmailBudget(db: Db, email: string): Promise<void>
  /** Deletes jobs that name these rows or are encrypted for this address, except running ones. */
  deleteAbout(db: Db, about: { ids: readonly string[]; email: string | null }): Promise<void>
  states(): Promise<QueueState[]>
  /** Returns waiting and failed jobs that name any of these ids, oldest first. */
  listUnfinished(queues: readonly Job['queue'][], ids: readonly string[]): Promise<UnfinishedJob[]>
  listFailed(): Promise<FailedJob[]>
  /** False when the job does not exist any more. */
  retry(job: Pick<FailedJob, 'queue' | 'id'>): Promise<boolean>
}

/** `network`: an IPv4 address or the first 64 bits of an IPv6 one. `device`: 'Chrome on Android'. */
export type Client = { network: string; device: string }

/** A request under an idempotency key. `fingerprint`: a hash of the request. `resultId`: of the row that it creates. */
export type KeyClaim = { userId: string; key: string; fingerprint: string; resultId: string; now: Date }

/** Events sent after a commit. A lost event only delays other pages by seconds. */
export type StockEvents = {
  /** Invalidates cached pages. */
  stockChanged(): void
}

export type ShippingPolicy = { fee: Money; freeAbove: Money | null }

/** `referralPercent` 0: referral codes are disabled. */
export type OfferPolicy = { firstOrderOffer: boolean; referralPercent: number }

export type ShopConfig = {
  /** True for the demonstration, which sells nothing. */
  isDemo: boolean
  brand: string
  origin: string
  shipping: ShippingPolicy
  taxes: TaxPolicy
  /** Charges cash orders in whole rupees (shop/pricing/quote.ts). */
  roundsCash: boolean
  deliveryTimes: DeliveryTimes
  offers: OfferPolicy
  orderLimits: OrderLimits
  cardHoldMinutes: number
  features: Features
  seller: Seller
  /** A task that pays less per hour shows a warning. */
  minHourlyRate: Money
  /** Working days in which an approved refund is paid. */
  refundDays: number
  secondPerson: SecondPersonPolicy
  confirmRefundAbove: Money
  /** The environment's values, which apply to settings that no owner has changed. */
  firstSettings: SettingValues
}

/** Above these amounts a second person must decide as well. Null: never. */
export type SecondPersonPolicy = { refundsAbove: Money | null; payoutsAbove: Money | null }

/** Limits how many codes a caller can guess. */
export type GuessLimiter = {
  /** While `waitSeconds` is above 0, the caller must not look up codes. `recordUnknown` counts unknown codes. */
  admit(codes: readonly string[]): Promise<{
    waitSeconds: number
    recordUnknown(unknownCodes: ReadonlySet<string>): Promise<void>
  }>
}

/** Encrypts texts. `place` is associated data, such as 'factors.sealed_secret/<id>', needed again to decrypt. */
export type Sealer = {
  seal(text: string, place: string): string
  /** Returns null if the text was changed, or encrypted for another place or with an unknown key. */
  open(sealed: string, place: string): string | null
  /** Works like `open`, but also reports a text of another row to the owners. */
  openStored(sealed: string, place: string): string | null
  /** False for an old or unknown key, or an old algorithm. */
  isCurrent(sealed: string): boolean
}

/** `unopened`: texts that no key can decrypt. */
export type ResealCounts = { resealed: number; unopened: number }

/** Decrypts columns (shop/sealed-columns.sql.ts) for queries that do not decrypt them. */
export type SealedFields = {
  /** `row`: with the column names of the database. Unreadable values are null. */
  openRow(table: SealedTable, row: Record<string, unknown>): Record<string, unknown>
  /** Returns a phone number's search index for each key. The index is the third part of the encrypted number. */
  indexes(text: string): string[]
}

/** Keyed hashes (peppers) that are applied to PINs before hashing. */
export type PinPeppers = {
  newest: string
  /** Null for an unknown key. */
  pepper(id: string, text: string): string | null
}

/** The context of every use case. Built once per request in `server/`. */
export type Ctx = {
  db: Kysely<DB>
  /** For reads that tolerate data a few seconds old and on which no decision depends. May be a replica. */
  reads: { catalogue: Kysely<DB>; figures: Kysely<DB> }
  now: Date
  actor: Actor
  /** Null for jobs and commands. */
  client: Client | null
  /** The first transaction of the request claims this key (shop/run-once.ts). */
  claim?: KeyClaim
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
  /** Returns the keys that encrypt a worker's unsent work on a phone, newest first, 32 bytes in base64url. */
  phoneKeys: (userId: string) => string[]
  pinPeppers: PinPeppers
  sealer: Sealer
  fields: SealedFields
  payments: PaymentGateways
  config: ShopConfig
}

/** Monday to Saturday in India. Public holidays are not considered. */
export type BusinessDays = { min: number; max: number }

/** `metro` and `elsewhere`: time from shipping to delivery. */
export type DeliveryTimes = { ships: BusinessDays; metro: BusinessDays; elsewhere: BusinessDays }

export type OrderLimits = {
  /** Includes units in mixes. */
  unitsPerProduct: number
  cash: Money
  /** The limit while the account has no delivered and paid order. */
  cashForNew: Money
  /** Unpaid orders of one account, or for one phone number. */
  openUnpaid: number
  /** The limit of unpaid orders, the new one included, while the account has no delivered and paid order. */
  openValueForNew: Money
  /** Maximum number of orders that an account places per hour, and of orders that it cancels. */
  perHour: number
}

export type QueueState = { name: string; waiting: number; running: number; failed: number }

export type UnfinishedJob = {
  queue: string
  id: string
  data: Readonly<Record<string, unknown>>
  isFailed: boolean
  sentAt: Date
}

/** A job that no longer retries and waits for an admin. */
export type FailedJob = {
  queue: string
  id: string
  /** Ids of the rows that the job is about, by name. */
  about: Record<string, string>
  /** The last attempt's error, or ''. */
  problem: string
  failedAt: Date
  sentAt: Date
}

/** Features that settings can disable. A page's handle names the feature it belongs to. */
export const FEATURES = ['newsletter', 'reviews', 'hydration', 'programme'] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, boolean>

export const ALL_FEATURES: Features = { newsletter: true, reviews: true, hydration: true, programme: true }

/** Details that the law requires on site and invoices. */
export type Seller = {
  name: string
  address: string
  phone: string | null
  email: string
  fssaiLicence: string | null
  gstin: string | null
  /** Decides which taxes an invoice shows. */
  state: string | null
  grievanceOfficer: { name: string; phone: string | null; email: string }
}

/** A folder, or an S3 bucket shared by all processes. */
export type FileStore = {
  /** `key`: a path such as 'photos/1f0c….webp'. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>
  remove(key: string): Promise<void>
}

/** Signs links, which proves that the shop made them. */
export type LinkSigner = {
  sign(text: string): string
  /** Signs with every accepted key, starting with the key of `sign`. */
  signatures(text: string): string[]
  /** Compares in constant time. */
  isProof(text: string, proof: string): boolean
}
