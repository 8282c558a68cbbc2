/** Invariants of keys, accounts, sums, money and invoices, whatever the sequence of the operations. */

import type { CheckerInput, Violation } from '#lab/checker/case.ts'
import {
  describeOperation,
  type Invocation,
  type Operation,
  operationsOf,
  short,
} from '#lab/checker/history.ts'
import { preconditionsOf } from '#lab/checker/preconditions.ts'
import { describeKeyHistory, describeOrderHistory, stockEffectOf, unitsOf } from '#lab/checker/steps.ts'
import type { Tables } from '#lab/checker/tables.ts'

type Order = Tables['orders'][number]

/** `orders`: those of the case's accounts, by id. */
type RuleInput = CheckerInput & { orders: ReadonlyMap<string, Order> }

/** Returns all violations of these rules. */
export function checkRules(input: CheckerInput): Violation[] {
  const accounts = new Set(input.world.customers.map(({ id }) => id))
  const own = input.tables.orders.filter(({ userId }) => accounts.has(userId))
  const all = { ...input, orders: new Map(own.map((order) => [order.id, order])) }
  const rules = [
    checkKeys,
    checkRefusals,
    checkResponses,
    checkPrices,
    checkLists,
    checkOrderEvents,
    checkStock,
    checkCouponUses,
    checkPayments,
    checkRefunds,
    checkBalances,
    checkInvoices,
  ]
  return rules.flatMap((rule) => rule(all))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** An idempotency key of an account has one outcome: the same order in all responses and in the tables, or none. */
function checkKeys({ history, tables, orders }: RuleInput): Violation[] {
  const byKey = Map.groupBy(operationsOf(history, 'place'), ({ account, key }) => `${account} ${key}`)
  return [...byKey.values()].flatMap((tries) => {
    const { account, key } = tries[0] as (typeof tries)[number]
    const violation = (what: string): Violation[] => [
      { about: `key ${short(key)}`, what, evidence: describeKeyHistory(key, history) },
    ]
    const rows = [...orders.values()].filter((row) => row.userId === account && row.idempotencyKey === key)
    if (rows.length > 1) return violation(`${rows.length} orders have it: the purchase was duplicated`)
    const [row] = rows
    const acknowledged = new Set(tries.flatMap(({ response: { order } }) => order?.id ?? []))
    if (acknowledged.size > 1) return violation(`the responses have ${acknowledged.size} different orders`)
    const [id] = acknowledged
    if (id !== undefined && id !== row?.id)
      return violation(`order ${short(id)} was acknowledged and is not in the tables: it was lost`)
    const isReused = (operation: Operation) => operation.response.reason === 'idempotency_key_reused'
    if (!row && tries.some(isReused))
      return violation(
        'it was refused as reused, and no order has it: it was kept although its order was refused',
      )
    return tries.flatMap((operation) => {
      if (!row) return []
      const isSame = matchesPurchase(operation, row, tables)
      if (operation.outcome === 'ok' && !isSame)
        return violation(`the order differs from its invocation: ${describeOperation(operation)}`)
      return isReused(operation) && isSame
        ? violation(`it was refused as reused by the same purchase: ${describeOperation(operation)}`)
        : []
    })
  })
}

function matchesPurchase(
  purchase: Extract<Invocation, { kind: 'place' }>,
  row: Order,
  { lines }: Tables,
): boolean {
  const items = lines.filter(({ orderId }) => orderId === row.id)
  const serialize = (entries: { product: string | null; units: number }[]) =>
    JSON.stringify(entries.map(({ product, units }) => [product, units]))
  const isSame =
    serialize(items.map(({ productId, quantity }) => ({ product: productId, units: quantity }))) ===
    serialize([...purchase.lines])
  return isSame && purchase.method === row.paymentMethod && purchase.coupon === row.couponId
}

/** Each refusal is allowed in some state; preconditions.ts has the states. */
function checkRefusals(input: RuleInput): Violation[] {
  const { history } = input
  const evidenceOf = (operation: Operation) => {
    if ('key' in operation) return describeKeyHistory(operation.key, history)
    return 'order' in operation
      ? describeOrderHistory(operation.order, history)
      : [describeOperation(operation)]
  }
  const wrong = history.filter((operation) => preconditionsOf(operation, input) === null)
  return wrong.map((operation) => ({
    about: `a refusal of ${operation.client}`,
    what: `${operation.kind} cannot be refused with ${operation.response.reason}`,
    evidence: evidenceOf(operation),
  }))
}

/** A response returns an order as in the tables, always to its owner and staff, never to others. */
function checkResponses({ history, orders, world }: RuleInput): Violation[] {
  return history.flatMap((operation): Violation[] => {
    const { response, account } = operation
    if (response.order) {
      const { id, user, total, discount, couponCode } = response.order
      const row = orders.get(id)
      const about = `order ${short(id)}`
      const evidence = describeOrderHistory(id, history)
      if (!row) return [{ about, what: 'it was returned and is not in the tables: it was lost', evidence }]
      if (account !== row.userId && account !== world.admin?.id)
        return [
          { about, what: `it was returned to another account: ${describeOperation(operation)}`, evidence },
        ]
      const isSame =
        user === row.userId &&
        total === row.total &&
        discount === row.discount &&
        couponCode === row.couponCode
      return isSame
        ? []
        : [
            {
              about,
              what: `its amounts or its owner differ in a response: ${describeOperation(operation)}`,
              evidence,
            },
          ]
    }
    if (operation.kind !== 'read-order' || response.reason !== 'order_not_found') return []
    const isVisible = orders.get(operation.order)?.userId === account || account === world.admin?.id
    if (!isVisible || !acknowledgedBefore(operation, operation.order, history)) return []
    const what = `its owner or staff got order_not_found: ${describeOperation(operation)}`
    return [
      {
        about: `order ${short(operation.order)}`,
        what,
        evidence: describeOrderHistory(operation.order, history),
      },
    ]
  })
}

/** Prices, discount and tax follow from the products, the coupon and the tax rate of the case. */
function checkPrices({
  history,
  tables,
  orders,
  world: { products, coupon, tax: rate },
}: RuleInput): Violation[] {
  if (rate === null) return []
  return [...orders.values()].flatMap((order): Violation[] => {
    const lines = tables.lines.filter(({ orderId }) => orderId === order.id)
    const priceOf = (product: string | null) => products.find(({ id }) => id === product)?.price ?? Number.NaN
    const subtotal = sumOf(lines.map(({ productId, quantity }) => priceOf(productId) * quantity))
    const discount = order.couponId && order.couponId === coupon?.id ? shareOf(subtotal, coupon.share) : 0
    const tax = shareOf(subtotal - discount, rate)
    const violation = (what: string): Violation[] => [
      { about: `order ${short(order.id)}`, what, evidence: describeOrderHistory(order.id, history) },
    ]
    if (order.subtotal !== subtotal)
      return violation(`its subtotal is ${order.subtotal} paise, expected ${subtotal}`)
    if (order.discount !== discount)
      return violation(
        `its discount is ${order.discount} paise, and its coupon gives ${discount} of ${subtotal}`,
      )
    if (order.tax !== tax) return violation(`its tax is ${order.tax} paise, expected ${tax}`)
    const total = subtotal - discount + tax
    return order.total === total ? [] : violation(`its total is ${order.total} paise, expected ${total}`)
  })
}

/** Basis points of an amount, rounded half up. */
const shareOf = (amount: number, basisPoints: number) => Math.floor((amount * basisPoints + 5_000) / 10_000)

function acknowledgedBefore(
  { invokedAt }: Operation,
  orderId: string,
  history: readonly Operation[],
): boolean {
  return history.some(
    ({ response, completedAt }) => response.order?.id === orderId && completedAt < invokedAt,
  )
}

/** A list of this length may have a next page, so nothing counts as missing. */
const PAGE = 100

/** An account's list has only its own orders, and each that was acknowledged before the list was read. */
function checkLists({ history, orders }: RuleInput): Violation[] {
  return operationsOf(history, 'list-orders').flatMap((operation) => {
    const { orders: listed } = operation.response
    if (!listed) return []
    const about = `the orders of ${short(operation.account ?? '')}`
    const foreign = listed.find((id) => orders.get(id)?.userId !== operation.account)
    if (foreign)
      return [
        {
          about,
          what: `${short(foreign)} belongs to another account`,
          evidence: [describeOperation(operation)],
        },
      ]
    if (listed.length >= PAGE) return []
    const missing = [...orders.values()].find(
      ({ id, userId }) =>
        userId === operation.account && !listed.includes(id) && acknowledgedBefore(operation, id, history),
    )
    if (!missing) return []
    const evidence = [...describeOrderHistory(missing.id, history), describeOperation(operation)]
    return [{ about, what: `${short(missing.id)} was acknowledged but not listed`, evidence }]
  })
}

/** An order's events form a chain to its status. It is paid at most once, and never cancelled as unpaid after that. */
function checkOrderEvents({ history, tables, orders }: RuleInput): Violation[] {
  return [...orders.values()].flatMap((order) => {
    const events = tables.events.filter(({ orderId }) => orderId === order.id)
    const violation = (what: string): Violation[] => [
      { about: `order ${short(order.id)}`, what, evidence: describeOrderHistory(order.id, history) },
    ]
    const statusEvents = events.filter(({ kind }) => kind === 'status')
    const broken = statusEvents.find(
      ({ fromStatus }, at) => fromStatus !== (statusEvents[at - 1]?.toStatus ?? null),
    )
    if (broken) return violation(`by its events it left ${broken.fromStatus}, which it had not reached`)
    if (statusEvents.at(-1)?.toStatus !== order.status)
      return violation(`it is ${order.status}, and its events end with ${statusEvents.at(-1)?.toStatus}`)
    const paid = events.filter(({ kind }) => kind === 'payment_received')
    const intent = tables.intents.find(({ orderId }) => orderId === order.id)
    if (paid.length > 1) return violation('it was paid twice')
    const released = statusEvents.find(
      ({ id, actorId, toStatus }) =>
        actorId === null && toStatus === 'cancelled' && id > (paid[0]?.id ?? Infinity),
    )
    if (released) return violation('its units were released as unpaid after the payment')
    if (intent && (intent.status === 'paid') !== paid.length > 0)
      return violation(`its payment is ${intent.status}, and its events say otherwise`)
    return []
  })
}

/** Stock is the initial stock less the units of orders not cancelled. An order's movements match its events. */
function checkStock({ history, tables, orders, world }: RuleInput): Violation[] {
  const stockEffects = new Map<string, number>()
  const ofOrders = [...orders.values()].flatMap((order) => {
    const turns = tables.events.filter(({ orderId }) => orderId === order.id).map(stockEffectOf)
    const units = unitsOf(order.id, tables)
    return [...units].flatMap(([product, count]) => {
      const moved = tables.movements.filter(
        (movement) => movement.orderId === order.id && movement.productId === product,
      )
      const [took, returned] = ['order', 'cancellation'].map((reason) =>
        sumOf(moved.filter((movement) => movement.reason === reason).map(({ quantity }) => quantity)),
      )
      stockEffects.set(product, (stockEffects.get(product) ?? 0) - count * sumOf(turns))
      const expectedTaken = -count * turns.filter((turn) => turn > 0).length
      const expectedReturned = count * turns.filter((turn) => turn < 0).length
      if (took === expectedTaken && returned === expectedReturned) return []
      const what = `${short(product)}: took ${-(took ?? 0)}, expected ${-expectedTaken}; returned ${returned}, expected ${expectedReturned}`
      return [{ about: `order ${short(order.id)}`, what, evidence: describeOrderHistory(order.id, history) }]
    })
  })
  const ofProducts = world.products.flatMap(({ id, stock }) => {
    const about = `stock of ${short(id)}`
    const row = tables.products.find((product) => product.id === id)
    const ledger = sumOf(
      tables.movements.filter(({ productId }) => productId === id).map(({ quantity }) => quantity),
    )
    const expected = stock + (stockEffects.get(id) ?? 0)
    const evidence = operationsOf(history, 'place')
      .filter(({ lines, outcome }) => outcome === 'ok' && lines.some(({ product }) => product === id))
      .map(describeOperation)
    if (!row || row.stockQuantity < 0) return [{ about, what: `it is ${row?.stockQuantity}`, evidence }]
    if (row.stockQuantity !== ledger)
      return [{ about, what: `it is ${row.stockQuantity}, and its movements add up to ${ledger}`, evidence }]
    if (row.stockQuantity === expected) return []
    const oversold = expected < 0 ? `: ${-expected} units were oversold` : ''
    return [
      {
        about,
        what: `it is ${row.stockQuantity}, and orders leave ${expected} of ${stock}${oversold}`,
        evidence,
      },
    ]
  })
  return [...ofOrders, ...ofProducts]
}

/** The coupon's counter and its list of uses have one use for each order not cancelled, within the limits. */
function checkCouponUses({ history, tables, orders, world: { coupon } }: RuleInput): Violation[] {
  if (!coupon) return []
  const about = `uses of ${short(coupon.id)}`
  const row = tables.coupons.find(({ id }) => id === coupon.id)
  const uses = tables.couponUses.filter(({ couponId }) => couponId === coupon.id)
  const valid = [...orders.values()].filter(
    (order) => order.couponId === coupon.id && order.status !== 'cancelled',
  )
  const evidence = valid.flatMap(({ idempotencyKey }) => describeKeyHistory(idempotencyKey, history))
  const counts = `${row?.currentUses} are counted, ${uses.length} listed, ${valid.length} orders have it`
  if (row?.currentUses !== valid.length || uses.length !== valid.length)
    return [{ about, what: counts, evidence }]
  if (valid.length > coupon.maxUses)
    return [{ about, what: `${counts}, and it has ${coupon.maxUses}`, evidence }]
  const most = Math.max(
    0,
    ...[...Map.groupBy(valid, ({ userId }) => userId).values()].map((own) => own.length),
  )
  return most > coupon.maxUsesPerCustomer
    ? [
        {
          about,
          what: `an account has ${most} orders with it, and may have ${coupon.maxUsesPerCustomer}`,
          evidence,
        },
      ]
    : []
}

/** Each payment that the bank captured is recorded once. All others are cash of a delivered order. */
function checkPayments({ history, tables, orders, bank }: RuleInput): Violation[] {
  const rows = tables.payments.filter(({ orderId }) => orders.has(orderId))
  const wrongRows = rows.flatMap((row): Violation[] => {
    const { id, orderId, provider, providerPaymentId, amount } = row
    const about = `payment ${short(id)}`
    const evidence = describeOrderHistory(orderId, history)
    if (provider !== 'cod') {
      const entry = bank.find(({ payment }) => payment === providerPaymentId)
      if (entry?.amount === amount) return []
      const what = `${amount} paise are recorded as ${providerPaymentId}, of which the bank knows ${entry?.amount ?? 'nothing'}`
      return [{ about, what, evidence }]
    }
    const isDelivered = tables.events.some(
      (event) => event.orderId === orderId && event.toStatus === 'delivered',
    )
    return isDelivered && amount === orders.get(orderId)?.total
      ? []
      : [{ about, what: 'a cash payment is recorded without a delivery', evidence }]
  })
  const captures = operationsOf(history, 'bank-captures')
  const wrongCounts = captures.flatMap(({ payment, order }): Violation[] => {
    const count = rows.filter(({ providerPaymentId }) => providerPaymentId === payment).length
    const what = `the bank captured it once, and it is recorded ${count} times`
    return count === 1
      ? []
      : [{ about: `payment ${payment}`, what, evidence: describeOrderHistory(order, history) }]
  })
  return [...wrongRows, ...wrongCounts]
}

/** A payment's refunds are at most its amount. The bank pays each finished one once. No approval succeeds twice. */
function checkRefunds({ history, tables, orders, bank }: RuleInput): Violation[] {
  const rows = tables.refunds.filter(({ orderId }) => orders.has(orderId))
  const payments = tables.payments.filter(({ orderId }) => orders.has(orderId))
  const tooMuch = payments.flatMap(({ id, orderId, amount }): Violation[] => {
    const refunded = sumOf(
      rows
        .filter((refund) => refund.paymentId === id && refund.status !== 'refused')
        .map((refund) => refund.amount),
    )
    const what = `${refunded} of ${amount} paise are refunded`
    return refunded <= amount
      ? []
      : [{ about: `payment ${short(id)}`, what, evidence: describeOrderHistory(orderId, history) }]
  })
  const atBank = bank.flatMap(({ refunds: paid }) => paid)
  const byBank = new Set(payments.filter(({ provider }) => provider !== 'cod').map(({ id }) => id))
  const notOnce = rows
    .filter(({ paymentId }) => byBank.has(paymentId))
    .flatMap((row): Violation[] => {
      const paid = atBank.filter(({ key }) => key === row.id)
      const isRight =
        row.status === 'done' ? paid.length === 1 && paid[0]?.amount === row.amount : paid.length === 0
      const what = `it is ${row.status} with ${row.amount} paise, and the bank refunded ${paid.map(({ amount }) => amount)}`
      return isRight
        ? []
        : [{ about: `refund ${short(row.id)}`, what, evidence: describeOrderHistory(row.orderId, history) }]
    })
  const unknown = bank.flatMap(({ payment, refunds: paid }) =>
    paid
      .filter(({ key }) => !rows.some(({ id }) => id === key))
      .map(({ id, amount }) => ({
        about: `payment ${payment}`,
        what: `the bank refunded ${amount} paise (${id}) without a refund in the tables`,
        evidence: history
          .filter((operation) => 'payment' in operation && operation.payment === payment)
          .map(describeOperation),
      })),
  )
  const granted = [...Map.groupBy(operationsOf(history, 'approve-refund'), ({ order }) => order)].flatMap(
    ([orderId, approvals]): Violation[] => {
      const acknowledged = approvals.filter(({ outcome }) => outcome === 'ok')
      const approved = tables.requests.filter(
        (request) =>
          request.orderId === orderId &&
          request.status === 'approved' &&
          acknowledged.some(({ amount }) => amount === request.amount),
      ).length
      const what = `${acknowledged.length} approvals were acknowledged of ${approved} requests`
      return acknowledged.length <= approved
        ? []
        : [{ about: `order ${short(orderId)}`, what, evidence: describeOrderHistory(orderId, history) }]
    },
  )
  return [...tooMuch, ...notOnce, ...unknown, ...granted]
}

/** Captured less refunded is a paid order's total less its approved refunds, and 0 if it is unpaid or cancelled. */
function checkBalances({ history, tables, orders }: RuleInput): Violation[] {
  return [...orders.values()].flatMap((order): Violation[] => {
    const about = `order ${short(order.id)}`
    const evidence = describeOrderHistory(order.id, history)
    const { subtotal, discount, tax, shippingFee, roundOff, total, status, paymentStatus } = order
    const lines = tables.lines.filter(({ orderId }) => orderId === order.id)
    const isSum = subtotal - discount + tax + shippingFee + roundOff === total
    if (!isSum || sumOf(lines.map(({ totalPrice }) => totalPrice)) !== subtotal)
      return [{ about, what: 'its amounts do not add up', evidence }]
    const own = <Row extends { orderId: string }>(rows: readonly Row[]) =>
      rows.filter(({ orderId }) => orderId === order.id)
    const captured = sumOf(own(tables.payments).map(({ amount }) => amount))
    const refunded = sumOf(
      own(tables.refunds).map((refund) => (refund.status === 'refused' ? 0 : refund.amount)),
    )
    const approved = sumOf(
      own(tables.requests).map((request) => (request.status === 'approved' ? (request.amount ?? 0) : 0)),
    )
    const isSale = status !== 'cancelled' && ['collected', 'paid', 'refunded'].includes(paymentStatus)
    const expected = isSale ? total - approved : 0
    if (captured - refunded === expected) return []
    const what = `captured ${captured} paise, refunded ${refunded}; it is ${status}, ${paymentStatus}, so the difference must be ${expected}`
    return [{ about, what, evidence }]
  })
}

/**
 * Numbers of invoices and credit notes are consecutive. An order has at most one unreversed invoice, with its total.
 * An invoice's credit notes sum to at most its total.
 */
function checkInvoices({ history, tables, orders }: RuleInput): Violation[] {
  const { invoices, creditNotes } = tables
  const unknown = operationsOf(history, 'invoice').flatMap((operation): Violation[] => {
    const {
      outcome,
      response: { number },
    } = operation
    if (
      outcome !== 'ok' ||
      invoices.some((row) => row.orderId === operation.order && row.number.replace('/', '-') === number)
    )
      return []
    return [
      {
        about: `invoice ${number}`,
        what: 'it was returned and is not in the tables',
        evidence: [describeOperation(operation)],
      },
    ]
  })
  const wrong = [...orders.values()].flatMap((order): Violation[] => {
    const open = invoices.filter(({ orderId, reversedAt }) => orderId === order.id && reversedAt === null)
    const about = `order ${short(order.id)}`
    const evidence = describeOrderHistory(order.id, history)
    if (open.length > 1) return [{ about, what: `it has ${open.length} invoices`, evidence }]
    return open.every(({ total }) => total === order.total)
      ? []
      : [{ about, what: `its invoice has ${open[0]?.total} paise, expected ${order.total}`, evidence }]
  })
  const credited = invoices.flatMap(({ id, number, total }): Violation[] => {
    const sum = sumOf(creditNotes.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => amount))
    const what = `${sum} of ${total} paise are credited`
    return sum <= total ? [] : [{ about: `invoice ${number}`, what, evidence: [] }]
  })
  return [
    ...unknown,
    ...wrong,
    ...credited,
    ...checkNumbers('invoices', invoices),
    ...checkNumbers('credit notes', creditNotes),
  ]
}

/** Digits at the end of a number; the rest names its series. */
const DIGITS = 7

function checkNumbers(about: string, rows: readonly { number: string }[]): Violation[] {
  const bySeries = Map.groupBy(rows, ({ number }) => number.slice(0, -DIGITS))
  return [...bySeries].flatMap(([name, own]) => {
    const numbers = own.map(({ number }) => Number(number.slice(-DIGITS))).toSorted((a, b) => a - b)
    const wrong = numbers.findIndex((number, at) => number !== at + 1)
    if (wrong === -1) return []
    const what = `number ${wrong + 1} of ${name} is missing or duplicated: the next is ${numbers[wrong]}`
    return [{ about, what, evidence: [] }]
  })
}
