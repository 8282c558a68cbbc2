// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source text
/** Bugs to plant in a copy of the sources. The checker must find a violation of each. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A text replacement; `find` must occur exactly once. */
type Edit = { file: string; find: string; replace: string }

/** `shows` matches the violation that the checker must report. */
export type Bug = { name: string; edits: readonly Edit[]; shows: RegExp }

const PLACE_ORDER = 'shop/orders/place-order.ts'
const STOCK = 'shop/inventory/stock.sql.ts'
const RECONCILE = 'shop/settlement/reconcile-payment.flow.ts'
const TRANSITION = 'shop/orders/transition-order.flow.ts'
const ORDERS = 'shop/orders/orders.sql.ts'
const DECIDE_REFUND = 'shop/settlement/decide-refund.ts'
const ISSUE_INVOICE = 'shop/invoices/issue-documents.ts'
const INVOICES = 'shop/invoices/invoices.sql.ts'

/** Kinds of bugs that real shops have had: a missing lock, guard, key or effect. */
export const BUGS: readonly Bug[] = [
  {
    name: 'stock is read outside the lock',
    shows: /^stock of .*: it is \d+, and/,
    edits: [
      {
        file: STOCK,
        find: 'select id from products where id = any(${ids}::uuid[]) order by id for no key update',
        replace: 'select id, stock_quantity as level from products where id = any(${ids}::uuid[])',
      },
      {
        file: STOCK,
        find: 'set stock_quantity = stock_quantity - wanted.units',
        replace: 'set stock_quantity = locked.level - wanted.units',
      },
      {
        file: STOCK,
        find: 'and stock_quantity >= wanted.units',
        replace: 'and locked.level >= wanted.units',
      },
    ],
  },
  {
    name: 'stock is taken without a guard',
    shows: /units were oversold|^stock of .*movements add up/,
    edits: [
      {
        file: STOCK,
        find: 'set stock_quantity = stock_quantity - wanted.units',
        replace: 'set stock_quantity = greatest(0, stock_quantity - wanted.units)',
      },
      { file: STOCK, find: 'and stock_quantity >= wanted.units', replace: '' },
    ],
  },
  {
    name: 'a coupon’s use is counted without checking its limit',
    shows: /^uses of .*, and it has 9$|^uses of \w+: not linearizable/,
    edits: [
      {
        file: 'shop/coupons/uses.sql.ts',
        find: `eb('currentUses', '<', eb.ref('maxUses'))]))
    .returning('maxUsesPerCustomer')`,
        replace: `eb('currentUses', '>=', 0)]))
    .returning('maxUsesPerCustomer')`,
      },
    ],
  },
  {
    name: 'an idempotency key is kept although its order is refused',
    shows: /^a refusal of .*place cannot be refused with order_not_found/,
    edits: [
      {
        file: PLACE_ORDER,
        find: "const FOREIGN_KEY_VIOLATION = '23503'",
        replace: "const FOREIGN_KEY_VIOLATION = '23503'\nconst kept = new Map<string, string>()",
      },
      {
        file: PLACE_ORDER,
        find: '  // Counts code guesses outside',
        replace: `  const earlierId = kept.get(buyer.customer.id + input.idempotencyKey)
  if (earlierId) return ok({ orderId: earlierId, isReplay: true })
  // Counts code guesses outside`,
      },
      {
        file: PLACE_ORDER,
        find: '  if (!(await insertOrder(db, order)))',
        replace: `  kept.set(customer.id + input.idempotencyKey, order.id)
  if (!(await insertOrder(db, order)))`,
      },
    ],
  },
  {
    name: 'a refund is granted twice',
    shows: /approvals were acknowledged|the difference must be/,
    edits: [
      {
        file: DECIDE_REFUND,
        find: 'await lockOrder(db, decision.orderId)',
        replace: '(await findOrder(db, decision.orderId)) as unknown as LockedOrder | null',
      },
      {
        file: DECIDE_REFUND,
        find: '`refund:${request.id}`',
        replace: '`refund:${request.id}:${Math.random()}`',
      },
      {
        file: DECIDE_REFUND,
        find: 'await insertReturned(db, request.id, credit.lines)',
        replace: 'if (returned.length > 0) await insertReturned(db, request.id, credit.lines)',
      },
    ],
  },
  {
    name: 'a hold is released after the payment',
    shows: /were released as unpaid after the payment/,
    edits: [
      {
        file: 'shop/settlement/payment-jobs.ts',
        find: "if (!intent || intent.status === 'paid') return",
        replace: 'if (!intent) return',
      },
      {
        file: RECONCILE,
        find: "const isOver = intent.status === 'open' && intent.holdUntil <= now",
        replace: 'const isOver = intent.holdUntil <= now',
      },
      {
        file: RECONCILE,
        find: "const waits = order.status === 'pending' && order.paymentStatus === 'pending'",
        replace: "const waits = order.status === 'pending'",
      },
    ],
  },
  {
    name: 'a payment is recorded with each webhook',
    shows: /are recorded as .*, of which the bank knows nothing/,
    edits: [
      {
        file: RECONCILE,
        find: 'const { id: providerPaymentId } = payment',
        replace: 'const providerPaymentId = `${payment.id}.${Math.random()}`',
      },
    ],
  },
  {
    name: 'only the first product of a cancelled order goes back to stock',
    shows: /returned 0, expected [12]/,
    edits: [
      {
        file: TRANSITION,
        find: 'const ids = [...new Set([...wanted.keys(), ...held.keys()])]',
        replace: 'const ids = [...new Set([...wanted.keys(), ...held.keys()])].slice(0, 1)',
      },
    ],
  },
  {
    name: 'an order that is cancelled twice concurrently goes back to stock twice',
    shows: /it left (pending|processing), which it had not reached|returned 2, expected 1/,
    edits: [
      {
        file: ORDERS,
        find: `    .where('id', '=', orderId)
    .forUpdate()`,
        replace: "    .where('id', '=', orderId)",
      },
      {
        file: ORDERS,
        find: `    .where('status', '=', change.from)
    .where('paymentStatus', '=', change.paymentStatus)`,
        replace: '',
      },
      {
        file: TRANSITION,
        find: 'allocatedUnits(db, orderId) : restockableUnits(db, orderId, from)',
        replace: 'allocatedUnits(db, orderId) : unitsOf(db, orderId)',
      },
    ],
  },
  {
    name: 'an invoice number is taken although no invoice is issued',
    shows: /^invoices: .*is missing or duplicated/,
    edits: [
      {
        file: ISSUE_INVOICE,
        find: '    const open = await openInvoice(db, orderId)',
        replace: `    const number = await nextNumber(ctx.db, 'INV', ctx.now)
    const open = await openInvoice(db, orderId)`,
      },
      {
        file: ISSUE_INVOICE,
        find: 'return issue(ctx, db, orderId)',
        replace: 'return issue(ctx, db, orderId, number)',
      },
      {
        file: ISSUE_INVOICE,
        find: 'now }: Ctx, db: Db, orderId: string) {',
        replace: 'now }: Ctx, db: Db, orderId: string, number?: string) {',
      },
      {
        file: ISSUE_INVOICE,
        find: 'return writeInvoice(db, { orderId, seller, isDemo, now })',
        replace: 'return writeInvoice(db, { orderId, seller, isDemo, now, number })',
      },
      {
        file: INVOICES,
        find: 'seller: Seller; isDemo: boolean; now: Date }',
        replace: 'seller: Seller; isDemo: boolean; now: Date; number?: string }',
      },
      {
        file: INVOICES,
        find: '{ orderId, seller, isDemo, now }: InvoiceIssue',
        replace: '{ orderId, seller, isDemo, now, number: taken }: InvoiceIssue',
      },
      {
        file: INVOICES,
        find: "const number = await nextNumber(db, 'INV', now)",
        replace: "const number = taken ?? (await nextNumber(db, 'INV', now))",
      },
    ],
  },
  {
    name: 'a refund request is acknowledged but not stored',
    shows: /^refund request of .*: not linearizable/,
    edits: [
      {
        file: 'shop/orders/request-refund.ts',
        find: '    const requestId = await openRequest(',
        replace: `    if (Math.random() < 0.5) return ok(null)
    const requestId = await openRequest(`,
      },
    ],
  },
  {
    name: 'a cancellation is refused although the order is not shipped',
    shows: /^status of .*: not linearizable/,
    edits: [
      {
        file: 'shop/orders/cancel-order.ts',
        find: 'if (!way) return',
        replace: 'if (!way || Math.random() < 0.5) return',
      },
    ],
  },
  {
    name: 'a coupon discounts only one unit',
    shows: /^order .*: its discount is \d+ paise, and its coupon gives \d+/,
    edits: [
      {
        file: 'shop/pricing/discounts.ts',
        find: '...couponCandidate(base.subtotal, discounts)',
        replace: '...couponCandidate(lines[0]?.unitPrice ?? base.subtotal, discounts)',
      },
    ],
  },
  {
    name: 'a cash order counts as unpaid',
    shows: /^a refusal of .*: set-status cannot be refused with order_unpaid/,
    edits: [
      {
        file: 'shop/orders/order.ts',
        find: "(paymentMethod === 'card' && paymentStatus !== 'paid')",
        replace: "(paymentMethod !== null && paymentStatus !== 'paid')",
      },
    ],
  },
  {
    name: 'the limit of orders per hour reads another setting',
    shows: /^a refusal of .* cannot be refused with too_many_requests/,
    edits: [
      {
        file: 'api/rate-limit.ts',
        find: 'const { perHour } = c.var.ctx.config.orderLimits',
        replace: 'const perHour = c.var.ctx.config.orderLimits.openUnpaid * 2',
      },
    ],
  },
]

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED_PATHS = ['api', 'app', 'content', 'db', 'infra', 'server', 'shop', 'package.json']
const LINKED_PATHS = ['node_modules', 'build', 'public']

/**
 * Applies the edits of a bug; returns the changed files with their text. Throws unless each `find` occurs exactly once.
 */
export function applyEdits({ name, edits }: Pick<Bug, 'name' | 'edits'>): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const pieces = (files.get(file) ?? readFileSync(join(ROOT, file), 'utf8')).split(find)
    if (pieces.length !== 2)
      throw new Error(`${name}: ${file} contains ${pieces.length - 1} times, instead of once: ${find}`)
    files.set(file, pieces.join(replace))
  }
  return files
}

/** Copies the sources with this bug, and links packages and built pages. `remove` deletes the copy. */
export function plantBug(bug: Pick<Bug, 'name' | 'edits'>): { root: string; remove: () => void } {
  const files = applyEdits(bug)
  const root = mkdtempSync(join(tmpdir(), 'shop-bug-'))
  for (const folder of COPIED_PATHS) cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  for (const folder of LINKED_PATHS) symlinkSync(join(ROOT, folder), join(root, folder))
  for (const [file, text] of files) writeFileSync(join(root, file), text)
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
