/** Personal data with retention periods, used by the nightly job and the privacy policy. */
import { dayOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { CONFIRM_NOTICE_DAYS, DELETE_PENDING_DAYS, NOTICE_DAYS } from '#shop/messages/subscription.ts'
import { REQUEST_PHOTO_DAYS } from '#shop/orders/request-photo.ts'
import { REFUND_ACCOUNT_DAYS } from '#shop/payments/refund-account.ts'
import { OLD_PHONE_MS } from '#shop/programme/upi.ts'
import type { PolicyTable } from '#shop/texts/markup.ts'
import { DELIVERY_DAYS } from '#shop/webhooks/webhook.ts'

/** Retention periods in days. */
export const RETENTION_DAYS = {
  unverified: 7,
  carts: 365,
  requestPhotos: REQUEST_PHOTO_DAYS,
  refundAccounts: REFUND_ACCOUNT_DAYS,
  unconfirmedNotices: CONFIRM_NOTICE_DAYS,
  waitingNotices: NOTICE_DAYS,
  /** Long enough for retries of the email. */
  sentNotices: 3,
  pendingSubscriptions: DELETE_PENDING_DAYS,
  workerCards: 90,
  formerPhones: OLD_PHONE_MS / DAY_MS,
  workerNews: 400,
  uploads: 14,
  /** Longer than a job is retried (a day) and kept for an admin (two weeks). */
  sentMails: 90,
  counts: 1,
  webhookDeliveries: DELIVERY_DAYS,
  idempotencyKeys: 30,
} as const

/** Limitation Act, 1963, article 55, for wages as well. */
const CLAIM_YEARS = 3
/** DPDP Rules, 2025, rule 6. */
const LOG_YEARS = 1
/** Months after the due date of the year's annual return (CGST Act, 2017, section 36). */
const ACCOUNT_MONTHS = 72

/** Steps of the nightly job, in order. */
export const RETENTION_STEPS = [
  'sessions',
  'links',
  'counts',
  'idempotency-keys',
  'unverified-accounts',
  'carts',
  'contact-messages',
  'newsletter',
  'stock-notices',
  'request-photos',
  'refund-accounts',
  'order-mails',
  'sent-mails',
  'invoices',
  'desk-actions',
  'worker-cards',
  'former-phones',
  'worker-news',
  'photo-uploads',
  'task-photos',
  'payout-addresses',
  'audit-origins',
  'webhook-deliveries',
] as const
export type RetentionStep = (typeof RETENTION_STEPS)[number]

/** Returns the time this many days earlier. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Returns the same day of an earlier year. 29 February becomes that year's last day of February. */
function yearsBefore(now: Date, years: number): Date {
  const date = new Date(now)
  date.setUTCFullYear(now.getUTCFullYear() - years)
  return date.getUTCMonth() === now.getUTCMonth() ? date : new Date(date.getTime() - DAY_MS)
}

/** Returns the time three years ago. No claim can be brought about anything that ended before it. */
export function claimDeadline(now: Date): Date {
  return yearsBefore(now, CLAIM_YEARS)
}

/** Returns the time before which log entries lose network and device. */
export function logDeadline(now: Date): Date {
  return yearsBefore(now, LOG_YEARS)
}

/** Returns the start of the oldest year to keep. Its return was due nine months after its end (CGST Rules, rule 80). */
export function accountsDeadline(now: Date): Date {
  const year = Number(dayOf(now).slice(0, 4))
  return new Date(`${year - 1 - ACCOUNT_MONTHS / 12}-04-01T00:00:00+05:30`)
}

export type RetentionRule = {
  what: string
  why: string
  howLong: string
  /** Names of tables, separated by spaces. */
  tables: string
  /** Steps that delete the data. `otherwise` names what else deletes it; a rule has one or both. */
  steps?: readonly RetentionStep[]
  otherwise?: string
}

const ACCOUNTS_PERIOD = `at least ${ACCOUNT_MONTHS} months after the annual return of the year is due (CGST Act, 2017, section 36)`
const CLAIMS = `${CLAIM_YEARS} years, in which a claim can be brought (Limitation Act, 1963)`
const CLOSING = 'until you close the account'
const DELETE_ACCOUNT = 'Delete Account'

export const RETENTION: readonly RetentionRule[] = [
  {
    what: 'Account: email address, name, phone number if you give one, a scrambled form of your password or that you sign in with Google or Microsoft, your second factor and its recovery codes if you set one up, what our staff changed about it',
    why: 'To let you sign in and to reach you about your orders',
    howLong: `Until you close the account; ${RETENTION_DAYS.unverified} days if its address is never verified`,
    tables: 'users accounts factors recovery_codes coordinator_groups',
    steps: ['unverified-accounts'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Sign-in: network address and browser of each session, also of attempts that failed; API keys of our staff',
    why: 'To keep you signed in, and to stop people who guess passwords',
    howLong: `Until the session or key ends; we delete it the night after. Counts of attempts, under a scrambled form of the network address, email address, phone number or account number: a day at most`,
    tables: 'sessions api_keys request_limits stranger_emails audit_alerts',
    steps: ['sessions', 'counts'],
  },
  {
    what: 'Keys of orders and other requests that a program may send twice, with a scrambled form of the request',
    why: 'So that a request that arrives twice takes effect once',
    howLong: `${RETENTION_DAYS.idempotencyKeys} days`,
    tables: 'idempotency_keys',
    steps: ['idempotency-keys'],
  },
  {
    what: 'Links that we mail, to verify an address, to set a password, to close an account, to set up a second factor or to work for us; links by which an app opens the page to pay',
    why: 'To be sure that it is you',
    howLong: 'Until they are used or have expired; we delete them the night after',
    tables: `verifications deletion_links factor_links factor_challenges first_admin_links staff_invitations
      payment_page_links`,
    steps: ['links'],
  },
  {
    what: 'Cart of an account: what you mean to buy and the prices you have seen',
    why: 'To have it on all your devices, and to tell you what changed',
    howLong: `Until you empty it, ${formatDays(RETENTION_DAYS.carts)} after you last changed it, or ${CLOSING}`,
    tables: 'carts cart_joins',
    steps: ['carts'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Saved addresses: where parcels may go',
    why: 'So that you need not type them again',
    howLong: `Until you remove them or close the account`,
    tables: 'saved_addresses',
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Back-in-stock notices: the email address you gave and the product you wait for',
    why: 'To send you the one email you asked for',
    howLong: `Until you leave the list, ${RETENTION_DAYS.sentNotices} days after it was sent, and at most ${formatDays(RETENTION_DAYS.waitingNotices)}; ${RETENTION_DAYS.unconfirmedNotices} days if the address is not confirmed`,
    tables: 'stock_notices',
    steps: ['stock-notices'],
  },
  {
    what: 'Orders: what you bought, delivery address and phone, name, address and GSTIN of a business if you give them, how you paid, what you asked for afterwards, the order’s history, invoices, whether a rule against fraud found it unusual, and in one word the kind of place your visit came from, like “search” or “email”, if the page knows it',
    why: 'To deliver, to refund and to keep the accounts that tax law asks for; that word, to know what brings orders',
    howLong: `${sentence(ACCOUNTS_PERIOD)}, and while you have the account. When you close it, we delete everything but the accounts; when their time is over, we delete name and address on them, too. That word: ${CLOSING}`,
    tables: `orders order_items order_item_tastemakers shipping_addresses order_events order_notes order_flags
      order_requests returned_items order_packings order_prints stock_movements invoices credit_notes payments
      payment_intents payment_events refunds refund_agreements coupon_uses customer_sales customer_sale_days rollup_marks`,
    steps: ['invoices'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Emails about your orders, as they were sent',
    why: 'To answer you when you ask what we told you',
    howLong: `${CLAIMS}, or ${CLOSING}`,
    tables: 'order_mails',
    steps: ['order-mails'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Refunds of cash: the UPI ID or bank account that you name, encrypted',
    why: 'To pay you back; only the person who pays sees it, and each look is recorded',
    howLong: `${sentence(formatDays(RETENTION_DAYS.refundAccounts))} after the refund is paid. After that only its last digits or first letters, ${CLOSING}`,
    tables: 'refund_accounts',
    steps: ['refund-accounts'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Photographs that you add to a refund request, without the place and time that a phone stores in them',
    why: 'To see what is wrong; only you and our staff can open them',
    howLong: `${sentence(formatDays(RETENTION_DAYS.requestPhotos))} after our decision, or ${CLOSING}`,
    tables: 'request_photos',
    steps: ['request-photos'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Contact form: name, email address, your message, its ticket number and our answers',
    why: 'To answer you, and as the record of a complaint',
    howLong: `${CLAIMS}, counted from our last answer or the end of the complaint. Sooner when you close the account with that address, or when you ask and no complaint is open`,
    tables: 'contact_messages contact_replies',
    steps: ['contact-messages'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Newsletter: email address, when you asked for it and when you confirmed, and which newsletters we sent you',
    why: 'To send the newsletter you asked for, and to show that you did',
    howLong: `Until you unsubscribe. After that only the address, the dates and what was sent stay for ${CLAIMS}; if you ask, we delete them, too. Addresses that never confirm: ${RETENTION_DAYS.pendingSubscriptions} days`,
    tables: 'newsletter_subscriptions newsletter_recipients',
    steps: ['newsletter'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Choices about emails: each yes and each no, with its time',
    why: 'To do what you chose, and to show that you did',
    howLong: 'Until you close the account',
    tables: 'consents',
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Referrals: your code, whose code brought you, the coupons you earned',
    why: 'To give both of you what was promised, once',
    howLong: 'Until you close the account',
    tables: 'referrals coupons',
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Reviews: stars, words, the name you show',
    why: 'To help other customers',
    howLong: 'Until you ask us to remove them; without your name when you close the account',
    tables: 'reviews',
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Workers of our programme: group, place, phone, UPI ID, language, tasks, questions about pay, a scrambled form of the PIN',
    why: 'To hand out and check the work',
    howLong: `Until the account is closed; a replaced phone number for ${RETENTION_DAYS.formerPhones} days`,
    tables:
      'workers former_phones worker_pins upi_changes pay_questions work_logs work_log_events work_log_counts',
    steps: ['former-phones'],
    otherwise: DELETE_ACCOUNT,
  },
  {
    what: 'Payments to workers, with the UPI ID each was sent to',
    why: 'To pay the work, and to keep the accounts that tax law asks for',
    howLong: `${sentence(ACCOUNTS_PERIOD)}; then without the UPI ID`,
    tables: 'payouts payout_lines pay_entries',
    steps: ['payout-addresses'],
  },
  {
    what: 'Photographs of finished work, and of how work should look; parts of photographs that a phone has begun to send',
    why: 'To check the work, and to settle a question about pay',
    howLong: `${CLAIMS}, counted from the payment or the end of the task. Parts: ${RETENTION_DAYS.uploads} days`,
    tables: 'task_photos task_examples photo_uploads photo_upload_chunks',
    steps: ['task-photos', 'photo-uploads'],
  },
  {
    what: 'Workers’ sign-in: cards, and the phones that are signed in',
    why: 'To let workers in without a password',
    howLong: `A phone until its session ends, deleted the night after; a card ${RETENTION_DAYS.workerCards} days after it was made`,
    tables: 'worker_sessions worker_cards',
    steps: ['sessions', 'worker-cards'],
  },
  {
    what: 'Messages to workers, and which of them were sent',
    why: 'To inform workers of tasks and pay, once',
    howLong: `${RETENTION_DAYS.workerNews} days`,
    tables: 'worker_news',
    steps: ['worker-news'],
  },
  {
    what: 'Emails to you, as handed to the email server, and the ID of each',
    why: 'To send them again if the email server was unavailable, and none twice',
    howLong: `A week; two when they could not be sent. IDs, without address and text: ${RETENTION_DAYS.sentMails} days`,
    tables: 'sent_mails demo_mails',
    steps: ['sent-mails'],
    otherwise: 'the job queue; the demonstration’s mailbox is part of its sample data',
  },
  {
    what: 'Work of our staff: saved filters, actions that can be undone, who did what',
    why: 'To let them continue their work, and to know who decided',
    howLong: 'Actions to undo: an hour. Filters: until removed. Who decided: as long as the decision',
    tables:
      'saved_filters desk_actions gst_rates minimum_wages shop_settings site_texts closed_months settlements pictures webhook_endpoints',
    steps: ['desk-actions', 'webhook-deliveries'],
  },
  {
    what: 'Log of what staff did and opened, of sign-ins and of refused pages: the numbers of the accounts, what was done, when, and which details were changed, without the details themselves',
    why: 'To find out who misused or lost access',
    howLong: `Network address and browser ${LOG_YEARS} year (DPDP Rules, 2025, rule 6), also after you close the account. The rest stays; the number of a closed account leads to no name`,
    tables: 'audit_log audit_chain audit_origins',
    steps: ['audit-origins'],
  },
  {
    what: 'Log of everyone’s sign-ins and refused requests: the account’s number, network address, kind of browser',
    why: 'To find out who tried to break in, and to stop it',
    howLong: `${LOG_YEARS} year (DPDP Rules, 2025, rule 6)`,
    tables: '',
    otherwise: 'the system that keeps the program’s log (docs/operations.md)',
  },
]

export function retentionTable(): PolicyTable {
  return {
    caption: 'Personal data, by purpose',
    head: ['What', 'Why', 'How long'],
    rows: RETENTION.map(({ what, why, howLong }) => [what, why, howLong]),
  }
}

function formatDays(days: number): string {
  if (days === 7) return 'a week'
  if (days === 365) return 'a year'
  if (days >= 180 && days <= 184) return '6 months'
  return `${days} days`
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
