/** The lists of the dashboard as files, page by page: amounts in rupees, times in India. */
import type { StaffCtx } from '#app/request/guards.server.ts'
import { listMoney, listOrderBalances, MONEY_DIRECTIONS } from '#shop/accounts/money.read.ts'
import { periodOf } from '#shop/accounts/period.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { AuditEntry } from '#shop/audit/change.ts'
import { AUDIT_FILTERS } from '#shop/audit/search.ts'
import { changedFields } from '#shop/audit/words.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { couponStatus, toFields } from '#shop/coupons/coupon.ts'
import { listCoupons } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS, type CouponRecord } from '#shop/coupons/listing.ts'
import type { Feature } from '#shop/ctx.ts'
import { peopleAfter } from '#shop/customers/people.read.ts'
import { type ListedPerson, PEOPLE_FILTERS } from '#shop/customers/people.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { readFilters } from '#shop/kernel/filters.ts'
import { toRupees } from '#shop/kernel/money.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import { type ContactMessage, MESSAGE_FILTERS, subjectLabel } from '#shop/messages/message.ts'
import { messagesAfter } from '#shop/messages/messages.read.ts'
import { REFUND_STATUS_NAMES } from '#shop/payments/refund.ts'
import { type ListedRefund, refundsAfter } from '#shop/payments/refunds.read.ts'
import { findPayout, listPayouts, payableWorkers } from '#shop/programme/pay.read.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { proposals } from '#shop/programme/planning.ts'
import { acceptedOf, type Task } from '#shop/programme/task.ts'
import {
  APPROVAL_FILTERS,
  FILTER_STATES,
  TASK_FILTERS,
  TASK_STATE_NAMES,
} from '#shop/programme/task-filters.ts'
import { listTasks, type TaskFilter } from '#shop/programme/tasks.read.ts'

type Pages = AsyncGenerator<CsvCell[][]>

export type ListExport = {
  /** Null for filters that no link of the dashboard has. */
  pages: (ctx: StaffCtx, params: URLSearchParams) => Pages | null
  /** Of the page that shows the list. */
  permission: Permission
  /** The file names people, so that the audit log records it. */
  isPersonal: boolean
  feature?: Feature
}

const PER_PAGE = 500
/** Payouts are made every few weeks. */
const MAX_PAYOUTS = 5_000

/** The export of that list; null when there is none. */
export function exportOf(list: string): ListExport | null {
  return LISTS.get(list) ?? null
}

const time = (at: Date | null): CsvCell => at && timeInIndia(at)
const yesNo = (is: boolean): CsvCell => (is ? 'yes' : 'no')

/** Reads a list by keyset: each page begins after the last row of the one before. */
async function* paged<Row>(
  headings: string[],
  read: (last: Row | null) => Promise<Row[]>,
  cells: (row: Row) => CsvCell[],
): Pages {
  yield [headings]
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await read(last)
    yield rows.map(cells)
    if (rows.length < PER_PAGE) return
    last = rows.at(-1) ?? null
  }
}

/** A short list, read at once. */
async function* whole<Row>(
  headings: string[],
  rows: Promise<readonly Row[]>,
  cells: (row: Row) => CsvCell[],
): Pages {
  yield [headings, ...(await rows).map(cells)]
}

const PEOPLE = {
  headings: [
    ...['Account', 'Name', 'Email', 'Email verified', 'Phone', 'Staff role', 'Worker'],
    ...['Joined (IST)', 'Orders', 'Spent in rupees'],
  ],
  cells: (person: ListedPerson): CsvCell[] => [
    person.id,
    person.fullName,
    person.email,
    yesNo(person.emailVerified),
    person.phoneNumber,
    person.staffRole ?? '',
    yesNo(person.isWorker),
    time(person.createdAt),
    person.orders,
    toRupees(person.spent),
  ],
}

const MESSAGES = {
  headings: ['Ticket', 'Received (IST)', 'State', 'Subject', 'Name', 'Email', 'Message'],
  cells: (message: ContactMessage): CsvCell[] => [
    message.ticket,
    time(message.createdAt),
    message.status,
    subjectLabel(message.subject),
    message.name,
    message.email,
    message.message,
  ],
}

const REFUNDS = {
  headings: [
    ...['Order', 'Customer', 'Amount in rupees', 'Reason', 'Status', 'Problem', 'Reference'],
    ...['Since (IST)', 'Done (IST)', 'Was cash'],
  ],
  cells: (refund: ListedRefund): CsvCell[] => [
    refund.orderId,
    refund.customerName,
    toRupees(refund.amount),
    refund.reason,
    REFUND_STATUS_NAMES[refund.status],
    refund.failureReason,
    refund.reference,
    time(refund.createdAt),
    time(refund.doneAt),
    yesNo(refund.isCash),
  ],
}

function couponCells(coupon: CouponRecord, now: Date): CsvCell[] {
  const { discountType, discountValue } = toFields(coupon)
  return [
    coupon.code,
    coupon.name,
    couponStatus(coupon, now),
    discountType,
    discountValue,
    toRupees(coupon.minOrderAmount),
    coupon.currentUses,
    coupon.maxUses,
    time(coupon.startDate),
    time(coupon.expiryDate),
    coupon.customerName,
    toRupees(coupon.given),
    toRupees(coupon.revenue),
    time(coupon.createdAt),
  ]
}

const COUPON_HEADINGS = [
  ...['Code', 'Name', 'Status', 'Discount type', 'Discount', 'Minimum order in rupees', 'Uses', 'Most uses'],
  ...['Starts (IST)', 'Ends (IST)', 'Only for', 'Given in rupees', 'Revenue in rupees', 'Created (IST)'],
]

const TASKS = {
  headings: [
    ...['Task', 'Name', 'Type', 'State', 'Worker', 'Group', 'Quantity', 'Unit', 'Done', 'Accepted'],
    ...['Pay in rupees', 'Product', 'Batch code', 'Added to stock', 'Rating', 'Rejected because'],
    ...['Created (IST)', 'Deadline (IST)', 'Photo sent (IST)', 'Reviewed (IST)'],
  ],
  cells: (task: Task): CsvCell[] => [
    task.id,
    task.taskName,
    task.taskType,
    TASK_STATE_NAMES[task.state],
    task.worker?.fullName ?? null,
    task.worker?.groupName ?? null,
    task.quantity,
    task.unit,
    task.progressCount,
    acceptedOf(task),
    toRupees(task.paymentAmount),
    task.productName,
    task.batchCode,
    task.stockedQuantity,
    task.rating,
    task.rejectionReason,
    time(task.createdAt),
    time(task.completionDeadline),
    time(task.submissionDate),
    time(task.reviewDate),
  ],
}

function tasksOf({ db }: StaffCtx, filters: Partial<TaskFilter>): Pages {
  const filter = { ...filters, userId: null, limit: PER_PAGE }
  return paged(
    TASKS.headings,
    (last: Task | null) => listTasks(db, { ...filter, after: last?.id }),
    TASKS.cells,
  )
}

const AUDIT = {
  headings: [
    'When (IST)',
    'By',
    'Action',
    'What',
    'Id',
    'Name',
    'Field',
    'Before',
    'After',
    'Network',
    'Device',
  ],
  /** One row for each changed field. */
  rows: (entry: AuditEntry): CsvCell[][] => {
    const { createdAt, actorName, action, entity, entityId, name, network, device } = entry
    const about = [time(createdAt), actorName ?? 'System', action, entity, entityId, name]
    const fields = changedFields(entry)
    if (fields.length === 0) return [[...about, null, null, null, network, device]]
    return fields.map(({ field, before, after }) => [...about, field, before, after, network, device])
  },
}

async function* auditPages({ db }: StaffCtx, params: URLSearchParams): Pages {
  const asked = readFilters(AUDIT_FILTERS, params)
  yield [AUDIT.headings]
  for (let before: number | undefined; ; ) {
    const entries: AuditEntry[] = await listChanges(db, { ...asked, before, limit: PER_PAGE })
    yield entries.flatMap(AUDIT.rows)
    if (entries.length < PER_PAGE) return
    before = entries.at(-1)?.id
  }
}

async function* productPages({ db, config }: StaffCtx, params: URLSearchParams): Pages {
  const search = readFilters(PRODUCT_FILTERS, params)
  yield [['Product', 'Name', 'Category', 'Price', 'Discount price', 'In stock', 'On sale', 'Label problem']]
  for (let page = 1; ; page += 1) {
    const { products } = await readListing(db, { ...search, page }, PER_PAGE, config.taxes)
    yield products.map((product) => [
      product.id,
      product.name,
      product.categoryName,
      toRupees(product.price),
      product.discountPrice === null ? null : toRupees(product.discountPrice),
      product.stockQuantity,
      yesNo(product.isActive),
      product.labelProblem,
    ])
    if (products.length < PER_PAGE) return
  }
}

const PAYOUT_LINES = [
  ...['Payout', 'Payment', 'Worker', 'UPI address', 'Amount in rupees', 'State', 'Reference'],
  ...['Paid (IST)', 'Confirmed (IST)'],
]

async function* payoutLinePages({ db }: StaffCtx, params: URLSearchParams): Pages {
  const payout = await findPayout(db, params.get('payout') ?? '')
  yield [PAYOUT_LINES]
  yield (payout?.lines ?? []).map((line) => [
    payout?.number ?? null,
    line.id,
    line.workerName,
    line.upiId,
    toRupees(line.amount),
    line.state,
    line.reference,
    time(line.paidAt),
    time(line.confirmedAt),
  ])
}

function moneyPages({ reads }: StaffCtx, params: URLSearchParams): Pages | null {
  const period = periodOf(params.get('period') ?? '')
  const direction = MONEY_DIRECTIONS.find((one) => one === params.get('direction'))
  const provider = params.get('provider') ?? ''
  if (!period || !direction || !/^[a-z]{1,20}$/.test(provider)) return null
  const filter = { direction, provider, from: period.from, to: period.to }
  type Row = Awaited<ReturnType<typeof listMoney>>[number]
  return paged(
    ['Order', 'When (IST)', 'Provider’s id', 'Amount in rupees'],
    (last: Row | null) => listMoney(reads.figures, filter, last?.id ?? null, PER_PAGE),
    ({ orderId, at, reference, amount }) => [orderId, time(at), reference, toRupees(amount)],
  )
}

function balancePages({ reads }: StaffCtx, params: URLSearchParams): Pages | null {
  const period = periodOf(params.get('period') ?? '')
  if (!period) return null
  type Row = Awaited<ReturnType<typeof listOrderBalances>>[number]
  return paged(
    [
      ...['Order', 'Before in rupees', 'Received in rupees', 'Refunded in rupees'],
      ...['Invoices less credit notes', 'In between', 'At the end'],
    ],
    (last: Row | null) => listOrderBalances(reads.figures, period, last?.orderId ?? null, PER_PAGE),
    ({ orderId, ...row }) => [
      orderId,
      ...[row.before, row.received, row.refunded, row.documents, row.between, row.after].map(toRupees),
    ],
  )
}

const LISTS = new Map<string, ListExport>([
  [
    'people',
    {
      permission: 'people',
      isPersonal: true,
      pages: ({ reads }, params) => {
        const search = readFilters(PEOPLE_FILTERS, params)
        const read = (last: ListedPerson | null) =>
          peopleAfter(reads.figures, search, last?.id ?? null, PER_PAGE)
        return paged(PEOPLE.headings, read, PEOPLE.cells)
      },
    },
  ],
  [
    'messages',
    {
      permission: 'messages',
      isPersonal: true,
      pages: ({ db, now }, params) => {
        const filter = { ...readFilters(MESSAGE_FILTERS, params), now }
        const read = (last: ContactMessage | null) => messagesAfter(db, filter, last?.id ?? null, PER_PAGE)
        return paged(MESSAGES.headings, read, MESSAGES.cells)
      },
    },
  ],
  [
    'refunds',
    {
      permission: 'refunds',
      isPersonal: true,
      pages: ({ db }) =>
        paged(
          REFUNDS.headings,
          (last: ListedRefund | null) => refundsAfter(db, last?.id ?? null, PER_PAGE),
          REFUNDS.cells,
        ),
    },
  ],
  [
    'coupons',
    {
      permission: 'coupons',
      isPersonal: true,
      pages: ({ db, now }, params) => {
        const filter = { ...readFilters(COUPON_FILTERS, params), limit: PER_PAGE }
        const read = (last: CouponRecord | null) => listCoupons(db, { ...filter, after: last?.id })
        return paged(COUPON_HEADINGS, read, (coupon) => couponCells(coupon, now))
      },
    },
  ],
  ['products', { permission: 'catalogue', isPersonal: false, pages: productPages }],
  ['audit', { permission: 'audit', isPersonal: true, pages: auditPages }],
  ['money', { permission: 'accounts', isPersonal: false, pages: moneyPages }],
  ['balances', { permission: 'accounts', isPersonal: false, pages: balancePages }],
  [
    'tasks',
    {
      permission: 'programme',
      isPersonal: true,
      feature: 'programme',
      pages: (ctx, params) => tasksOf(ctx, readFilters(TASK_FILTERS, params)),
    },
  ],
  [
    'task-approvals',
    {
      permission: 'programme',
      isPersonal: true,
      feature: 'programme',
      pages: (ctx, params) =>
        tasksOf(ctx, { states: FILTER_STATES[readFilters(APPROVAL_FILTERS, params).filter] }),
    },
  ],
  [
    'payouts',
    {
      permission: 'payouts',
      isPersonal: false,
      feature: 'programme',
      pages: ({ db }) =>
        whole(
          ['Payout', 'Made (IST)', 'Workers', 'Total in rupees', 'Not paid yet', 'Confirmed'],
          listPayouts(db, MAX_PAYOUTS),
          ({ number, createdAt, workers, total, waiting, confirmed }) => [
            number,
            time(createdAt),
            workers,
            toRupees(total),
            waiting,
            confirmed,
          ],
        ),
    },
  ],
  ['payout-lines', { permission: 'payouts', isPersonal: true, feature: 'programme', pages: payoutLinePages }],
  [
    'payable',
    {
      permission: 'payouts',
      isPersonal: true,
      feature: 'programme',
      pages: ({ db, now, actor }) =>
        whole(
          ['Worker', 'UPI address', 'Amount in rupees'],
          payableWorkers(db, { payerId: actor.id, now }),
          (worker) => [worker.workerName, worker.upiId, toRupees(worker.amount)],
        ),
    },
  ],
  [
    'planning',
    {
      permission: 'programme',
      isPersonal: false,
      feature: 'programme',
      pages: ({ db }) =>
        whole(
          ['Product', 'Set aside for orders', 'Free to sell', 'Short', 'In tasks', 'To pack'],
          productSupplies(db).then(proposals),
          ({ name, ordered, inStock, short, underWay, proposed }) => [
            name,
            ordered,
            inStock,
            short,
            underWay,
            proposed,
          ],
        ),
    },
  ],
])
