/** The dashboard's lists as CSV rows, page by page: amounts in rupees, times in India. */
import type { StaffCtx } from '#app/request/guards.server.ts'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import {
  listMoney,
  listOrderBalances,
  type MoneyEntry,
  type OrderBalance,
  readMoneyFilter,
} from '#shop/accounts/money.read.ts'
import { periodOrMonth } from '#shop/accounts/period.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { AuditEntry } from '#shop/audit/change.ts'
import { AUDIT_FILTERS } from '#shop/audit/search.ts'
import { changedFields } from '#shop/audit/words.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { type ListedProduct, PRODUCT_FILTERS, PRODUCT_STATUSES } from '#shop/catalogue/listing.ts'
import { couponStatus, toFields } from '#shop/coupons/coupon.ts'
import { listCoupons } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS, type CouponRecord } from '#shop/coupons/listing.ts'
import type { Feature } from '#shop/ctx.ts'
import { type ListedPerson, peopleAfter } from '#shop/customers/people.read.ts'
import { PEOPLE_FILTERS } from '#shop/customers/people.ts'
import { type CsvCell, cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { dayOf, timeInIndia } from '#shop/kernel/day.ts'
import { readFilters } from '#shop/kernel/filters.ts'
import { toRupees } from '#shop/kernel/money.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import { type ContactMessage, MESSAGE_FILTERS, subjectLabel } from '#shop/messages/message.ts'
import { messagesAfter } from '#shop/messages/messages.read.ts'
import { REFUND_STATUS_NAMES } from '#shop/payments/refund.ts'
import { type ListedRefund, refundsAfter } from '#shop/payments/refunds.read.ts'
import {
  findPayout,
  listPayouts,
  type PayableWorker,
  type PayoutSummary,
  payableWorkers,
} from '#shop/programme/pay.read.ts'
import type { Payout, PayoutLine } from '#shop/programme/pay.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { type Proposal, proposePacking } from '#shop/programme/planning.ts'
import { acceptedQuantity, type Task } from '#shop/programme/task.ts'
import { APPROVAL_FILTERS, FILTER_STATES, TASK_FILTERS } from '#shop/programme/task-filters.ts'
import { TASK_STATE_NAMES } from '#shop/programme/task-words.ts'
import { listTasks, type TaskFilter } from '#shop/programme/tasks.read.ts'
import { REVIEW_FILTERS, type StaffReview } from '#shop/reviews/review.ts'
import { listStaffReviews } from '#shop/reviews/reviews.read.ts'

type Pages = AsyncGenerator<CsvCell[][]>

export type ListExport = {
  /** Null for invalid filters, to which no page of the dashboard links. */
  pages: (ctx: StaffCtx, params: URLSearchParams) => Pages | null
  permission: Permission
  /** True if the file names people; the audit log then records its download. */
  isPersonal: boolean
  feature?: Feature
}

const PER_PAGE = 500
/** Enough, because payouts are made only every few weeks. */
const MAX_PAYOUTS = 5_000

export function exportOf(list: string): ListExport | null {
  return (Object.hasOwn(LISTS, list) && LISTS[list]) || null
}

const time = (at: Date | null): CsvCell => at && timeInIndia(at)
const yesNo = (flag: boolean): CsvCell => (flag ? 'yes' : 'no')

/** Reads a list page by page: after the last row of the previous page, or by page number, from 1. */
async function* pagesOf<Row>(
  columns: FileColumn<Row>[],
  read: (last: Row | null, page: number) => Promise<Row[]>,
): Pages {
  yield [headingsOf(columns)]
  let last: Row | null = null
  for (let page = 1; ; page += 1) {
    const rows: Row[] = await read(last, page)
    yield rows.map((row) => cellsOf(columns, row))
    if (rows.length < PER_PAGE) return
    last = rows.at(-1) ?? null
  }
}

/** Returns a short list in one page. */
async function* onePage<Row>(columns: FileColumn<Row>[], rows: Promise<readonly Row[]>): Pages {
  yield [headingsOf(columns), ...(await rows).map((row) => cellsOf(columns, row))]
}

const PEOPLE: FileColumn<ListedPerson>[] = [
  ['Account', ({ id }) => id],
  ['Name', ({ fullName }) => fullName],
  ['Email', ({ email }) => email],
  ['Email verified', ({ emailVerified }) => yesNo(emailVerified)],
  ['Phone', ({ phoneNumber }) => phoneNumber],
  ['Staff role', ({ staffRole }) => staffRole ?? ''],
  ['Worker', ({ isWorker }) => yesNo(isWorker)],
  ['Joined (IST)', ({ createdAt }) => time(createdAt)],
  ['Orders', ({ orders }) => orders],
  ['Revenue in rupees', ({ revenue }) => toRupees(revenue)],
]

const MESSAGES: FileColumn<ContactMessage>[] = [
  ['Ticket', ({ ticket }) => ticket],
  ['Received (IST)', ({ createdAt }) => time(createdAt)],
  ['State', ({ status }) => status],
  ['Subject', ({ subject }) => subjectLabel(subject)],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Message', ({ message }) => message],
]

const REFUNDS: FileColumn<ListedRefund>[] = [
  ['Order', ({ orderId }) => orderId],
  ['Customer', ({ customerName }) => customerName],
  ['Amount in rupees', ({ amount }) => toRupees(amount)],
  ['Reason', ({ reason }) => reason],
  ['Status', ({ status }) => REFUND_STATUS_NAMES[status]],
  ['Problem', ({ failureReason }) => failureReason],
  ['Reference', ({ reference }) => reference],
  ['Since (IST)', ({ createdAt }) => time(createdAt)],
  ['Done (IST)', ({ doneAt }) => time(doneAt)],
  ['Was cash', ({ isCash }) => yesNo(isCash)],
]

const couponColumns = (now: Date): FileColumn<CouponRecord>[] => [
  ['Code', ({ code }) => code],
  ['Name', ({ name }) => name],
  ['Status', (coupon) => couponStatus(coupon, now)],
  ['Discount type', (coupon) => toFields(coupon).discountType],
  ['Discount', (coupon) => toFields(coupon).discountValue],
  ['Minimum order in rupees', ({ minOrderAmount }) => toRupees(minOrderAmount)],
  ['Uses', ({ currentUses }) => currentUses],
  ['Most uses', ({ maxUses }) => maxUses],
  ['Starts (IST)', ({ startDate }) => time(startDate)],
  ['Ends (IST)', ({ expiryDate }) => time(expiryDate)],
  ['Only for', ({ customerName }) => customerName],
  ['Given in rupees', ({ discountGiven }) => toRupees(discountGiven)],
  ['Revenue in rupees', ({ revenue }) => toRupees(revenue)],
  ['Created (IST)', ({ createdAt }) => time(createdAt)],
]

const TASKS: FileColumn<Task>[] = [
  ['Task', ({ id }) => id],
  ['Name', ({ taskName }) => taskName],
  ['Type', ({ taskType }) => taskType],
  ['State', ({ state }) => TASK_STATE_NAMES[state]],
  ['Worker', ({ worker }) => worker?.fullName ?? null],
  ['Group', ({ worker }) => worker?.groupName ?? null],
  ['Quantity', ({ quantity }) => quantity],
  ['Unit', ({ unit }) => unit],
  ['Done', ({ progressCount }) => progressCount],
  ['Accepted', acceptedQuantity],
  ['Pay in rupees', ({ paymentAmount }) => toRupees(paymentAmount)],
  ['Product', ({ productName }) => productName],
  ['Batch code', ({ batchCode }) => batchCode],
  ['Added to stock', ({ stockedQuantity }) => stockedQuantity],
  ['Rating', ({ rating }) => rating],
  ['Rejected because', ({ rejectionReason }) => rejectionReason],
  ['Created (IST)', ({ createdAt }) => time(createdAt)],
  ['Deadline (IST)', ({ completionDeadline }) => time(completionDeadline)],
  ['Photo sent (IST)', ({ submissionDate }) => time(submissionDate)],
  ['Reviewed (IST)', ({ reviewDate }) => time(reviewDate)],
]

function taskPages({ db }: StaffCtx, filters: Partial<TaskFilter>): Pages {
  const filter = { ...filters, userId: null, limit: PER_PAGE }
  return pagesOf(TASKS, (last) => listTasks(db, { ...filter, after: last?.id }))
}

/** One row per changed field. An entry without fields has one row. */
type AuditRow = AuditEntry & { change: ReturnType<typeof changedFields>[number] | null }

const AUDIT: FileColumn<AuditRow>[] = [
  ['When (IST)', ({ createdAt }) => time(createdAt)],
  ['By', ({ actorName }) => actorName ?? 'System'],
  ['Action', ({ action }) => action],
  ['What', ({ entity }) => entity],
  ['Id', ({ entityId }) => entityId],
  ['Name', ({ name }) => name],
  ['Field', ({ change }) => change?.field ?? null],
  ['Before', ({ change }) => change?.before ?? null],
  ['After', ({ change }) => change?.after ?? null],
  ['Network', ({ network }) => network],
  ['Device', ({ device }) => device],
]

function auditPages({ db }: StaffCtx, params: URLSearchParams): Pages {
  const search = { ...readFilters(AUDIT_FILTERS, params), limit: PER_PAGE }
  return pagesOf(AUDIT, async (last) => {
    const entries = await listChanges(db, { ...search, before: last?.id })
    return entries.flatMap((entry): AuditRow[] => {
      const changes = changedFields(entry)
      return (changes.length > 0 ? changes : [null]).map((change) => ({ ...entry, change }))
    })
  })
}

const REVIEWS: FileColumn<StaffReview>[] = [
  ['Review', ({ id }) => id],
  ['Product', ({ productName }) => productName],
  ['Written (IST)', ({ createdAt }) => time(createdAt)],
  ['Name', ({ authorName }) => authorName],
  ['Rating', ({ rating }) => rating],
  ['Text', ({ summary }) => summary],
  ['Demonstration', ({ isSeed }) => yesNo(isSeed)],
  ['Hidden (IST)', ({ hiddenAt }) => time(hiddenAt)],
  ['Reason', ({ hiddenReason }) => hiddenReason],
  ['Answer', ({ answer }) => answer],
]

function reviewPages({ db }: StaffCtx, params: URLSearchParams): Pages {
  const search = readFilters(REVIEW_FILTERS, params)
  const read = (page: number) => listStaffReviews(db, { ...search, page }, PER_PAGE)
  return pagesOf(REVIEWS, async (_, page) => (await read(page)).reviews)
}

const PRODUCTS: FileColumn<ListedProduct>[] = [
  ['Product', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Category', ({ categoryName }) => categoryName],
  ['Price', ({ price }) => toRupees(price)],
  ['Discount price', ({ discountPrice }) => discountPrice && toRupees(discountPrice)],
  ['In stock', ({ stockQuantity }) => stockQuantity],
  ['Status', ({ status }) => PRODUCT_STATUSES[status]],
  ['Label problem', ({ labelProblem }) => labelProblem],
]

function productPages({ db, config, now }: StaffCtx, params: URLSearchParams): Pages {
  const search = readFilters(PRODUCT_FILTERS, params)
  const taxes = { ...config.taxes, today: dayOf(now) }
  const read = (page: number) => readListing(db, { ...search, page }, PER_PAGE, taxes)
  return pagesOf(PRODUCTS, async (_, page) => (await read(page)).products)
}

const payoutLineColumns = (payout: Payout | null): FileColumn<PayoutLine>[] => [
  ['Payout', () => payout?.number ?? null],
  ['Payment', ({ id }) => id],
  ['Worker', ({ workerName }) => workerName],
  ['UPI ID', ({ upiId }) => upiId],
  ['Amount in rupees', ({ amount }) => toRupees(amount)],
  ['State', ({ state }) => state],
  ['Reference', ({ reference }) => reference],
  ['Paid (IST)', ({ paidAt }) => time(paidAt)],
  ['Confirmed (IST)', ({ confirmedAt }) => time(confirmedAt)],
]

async function* payoutLinePages({ db }: StaffCtx, params: URLSearchParams): Pages {
  const payout = await findPayout(db, params.get('payout') ?? '')
  yield* onePage(payoutLineColumns(payout), Promise.resolve(payout?.lines ?? []))
}

const MONEY: FileColumn<MoneyEntry>[] = [
  ['Order', ({ orderId }) => orderId],
  ['Kind', ({ direction }) => direction],
  ['Paid by', ({ provider }) => PROVIDERS[provider] ?? provider],
  ['When (IST)', ({ at }) => time(at)],
  ['Provider’s id', ({ reference }) => reference],
  ['Amount in rupees', ({ amount }) => toRupees(amount)],
]

function moneyPages({ reads, now }: StaffCtx, params: URLSearchParams): Pages | null {
  const query = readMoneyFilter(params, now)
  if (!query) return null
  return pagesOf(MONEY, (last) => listMoney(reads.figures, query.filter, last?.id ?? null, PER_PAGE))
}

const BALANCES: FileColumn<OrderBalance>[] = [
  ['Order', ({ orderId }) => orderId],
  ['Before in rupees', (row) => toRupees(row.before)],
  ['Received in rupees', ({ received }) => toRupees(received)],
  ['Refunded in rupees', ({ refunded }) => toRupees(refunded)],
  ['Invoices less credit notes', ({ documents }) => toRupees(documents)],
  ['Unmatched', ({ between }) => toRupees(between)],
  ['At the end', ({ after }) => toRupees(after)],
]

function balancePages({ reads, now }: StaffCtx, params: URLSearchParams): Pages | null {
  const period = periodOrMonth(params.get('period'), now)
  if (!period) return null
  const db = reads.figures
  return pagesOf(BALANCES, (last) => listOrderBalances(db, period, last?.orderId ?? null, PER_PAGE))
}

const PAYOUTS: FileColumn<PayoutSummary>[] = [
  ['Payout', ({ number }) => number],
  ['Made (IST)', ({ createdAt }) => time(createdAt)],
  ['Workers', ({ workers }) => workers],
  ['Total in rupees', ({ total }) => toRupees(total)],
  ['Not paid yet', ({ waiting }) => waiting],
  ['Confirmed', ({ confirmed }) => confirmed],
]

const PAYABLE: FileColumn<PayableWorker>[] = [
  ['Worker', ({ workerName }) => workerName],
  ['UPI ID', ({ upiId }) => upiId],
  ['Amount in rupees', ({ amount }) => toRupees(amount)],
]

const PLANNING: FileColumn<Proposal>[] = [
  ['Product', ({ name }) => name],
  ['Set aside for orders', ({ ordered }) => ordered],
  ['Free to sell', ({ inStock }) => inStock],
  ['Short', ({ shortage }) => shortage],
  ['In tasks', ({ underWay }) => underWay],
  ['To pack', ({ proposed }) => proposed],
]

const ofProgramme = (list: Omit<ListExport, 'feature'>): ListExport => ({ ...list, feature: 'programme' })

const LISTS: Record<string, ListExport> = {
  people: {
    permission: 'people',
    isPersonal: true,
    pages: ({ reads }, params) => {
      const search = readFilters(PEOPLE_FILTERS, params)
      return pagesOf(PEOPLE, (last) => peopleAfter(reads.figures, search, last?.id ?? null, PER_PAGE))
    },
  },
  messages: {
    permission: 'messages',
    isPersonal: true,
    pages: ({ db, now }, params) => {
      const filter = { ...readFilters(MESSAGE_FILTERS, params), now }
      return pagesOf(MESSAGES, (last) => messagesAfter(db, filter, last?.id ?? null, PER_PAGE))
    },
  },
  refunds: {
    permission: 'refunds',
    isPersonal: true,
    pages: ({ db }) => pagesOf(REFUNDS, (last) => refundsAfter(db, last?.id ?? null, PER_PAGE)),
  },
  coupons: {
    permission: 'coupons',
    isPersonal: true,
    pages: ({ db, now }, params) => {
      const filter = { ...readFilters(COUPON_FILTERS, params), limit: PER_PAGE }
      return pagesOf(couponColumns(now), (last) => listCoupons(db, { ...filter, after: last?.id }))
    },
  },
  products: { permission: 'catalogue', isPersonal: false, pages: productPages },
  reviews: { permission: 'reviews', isPersonal: true, pages: reviewPages },
  audit: { permission: 'audit', isPersonal: true, pages: auditPages },
  money: { permission: 'accounts', isPersonal: false, pages: moneyPages },
  balances: { permission: 'accounts', isPersonal: false, pages: balancePages },
  tasks: ofProgramme({
    permission: 'programme',
    isPersonal: true,
    pages: (ctx, params) => taskPages(ctx, readFilters(TASK_FILTERS, params)),
  }),
  'task-approvals': ofProgramme({
    permission: 'programme',
    isPersonal: true,
    pages: (ctx, params) =>
      taskPages(ctx, { states: FILTER_STATES[readFilters(APPROVAL_FILTERS, params).filter] }),
  }),
  payouts: ofProgramme({
    permission: 'payouts',
    isPersonal: false,
    pages: ({ db }) => onePage(PAYOUTS, listPayouts(db, MAX_PAYOUTS)),
  }),
  'payout-lines': ofProgramme({ permission: 'payouts', isPersonal: true, pages: payoutLinePages }),
  payable: ofProgramme({
    permission: 'payouts',
    isPersonal: true,
    pages: ({ db, now, actor }) => onePage(PAYABLE, payableWorkers(db, { payerId: actor.id, now })),
  }),
  planning: ofProgramme({
    permission: 'programme',
    isPersonal: false,
    pages: ({ db }) => onePage(PLANNING, productSupplies(db).then(proposePacking)),
  }),
}
