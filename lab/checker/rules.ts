/** Rules that hold in any order of events: keys, accounts, sums, money, invoices. */

import type { Case, Violation } from '#lab/checker/case.ts'
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
type Judged = Case & { orders: ReadonlyMap<string, Order> }

/** Returns all violations of these rules. */
export function checkRules(judged: Case): Violation[] {
  const accounts = new Set(judged.world.customers.map(({ id }) => id))
  const own = judged.tables.orders.filter(({ userId }) => accounts.has(userId))
  const all = { ...judged, orders: new Map(own.map((order) => [order.id, order])) }
  const rules = [
    keys,
    refusals,
    shownOrders,
    prices,
    lists,
    histories,
    goods,
    coupons,
    receipts,
    refunds,
    balances,
    papers,
  ]
  return rules.flatMap((rule) => rule(all))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** An idempotency key of an account has one outcome: the same order in all responses and in the tables, or none. */
function keys({ history, tables, orders }: Judged): Violation[] {
  const byKey = Map.groupBy(operationsOf(history, 'place'), ({ account, key }) => `${account} ${key}`)
  return [...byKey.values()].flatMap((tries) => {
    const { account, key } = tries[0] as (typeof tries)[number]
    const violation = (what: string): Violation[] => [
      { about: `key ${short(key)}`, what, evidence: describeKeyHistory(key, history) },
    ]
    const rows = [...orders.values()].filter((row) => row.userId === account && row.idempotencyKey === key)
    if (rows.length > 1) return violation(`${rows.length} orders have it: the purchase was doubled`)
    const [row] = rows
    const acknowledged = new Set(tries.flatMap(({ response: { order } }) => order?.id ?? []))
    if (acknowledged.size > 1) return violation(`it was answered with ${acknowledged.size} orders`)
    const [id] = acknowledged
    if (id !== undefined && id !== row?.id)
      return violation(`order ${short(id)} was acknowledged and is not in the tables: it was lost`)
    const isReused = (operation: Operation) => operation.response.reason === 'idempotency_key_reused'
    if (!row && tries.some(isReused))
      return violation('it was called used, and no order has it: it was kept although its order was refused')
    return tries.flatMap((operation) => {
      if (!row) return []
      const isSame = matchesPurchase(operation, row, tables)
      if (operation.outcome === 'ok' && !isSame)
        return violation(`the order is not what was asked for: ${describeOperation(operation)}`)
      return isReused(operation) && isSame
        ? violation(`it was called used for something else: ${describeOperation(operation)}`)
        : []
    })
  })
}

function matchesPurchase(
  purchase: Extract<Invocation, { kind: 'place' }>,
  row: Order,
  { lines }: Tables,
): boolean {
  const ordered = lines.filter(({ orderId }) => orderId === row.id)
  const inOrder = (entries: { product: string | null; units: number }[]) =>
    JSON.stringify(entries.map(({ product, units }) => [product, units]))
  const isSame =
    inOrder(ordered.map(({ productId, quantity }) => ({ product: productId, units: quantity }))) ===
    inOrder([...purchase.lines])
  return isSame && purchase.method === row.paymentMethod && purchase.coupon === row.couponId
}

/** No refusal is wrong in every state; preconditions.ts has the states. */
function refusals(judged: Judged): Violation[] {
  const { history } = judged
  const evidenceOf = (operation: Operation) => {
    if ('key' in operation) return describeKeyHistory(operation.key, history)
    return 'order' in operation
      ? describeOrderHistory(operation.order, history)
      : [describeOperation(operation)]
  }
  const odd = history.filter((operation) => preconditionsOf(operation, judged) === null)
  return odd.map((operation) => ({
    about: `a refusal of ${operation.client}`,
    what: `${operation.kind} cannot be refused with ${operation.response.reason}`,
    evidence: evidenceOf(operation),
  }))
}

/** A response shows an order as it is in the tables, always to its owner and staff, never to others. */
function shownOrders({ history, orders, world }: Judged): Violation[] {
  return history.flatMap((operation): Violation[] => {
    const { response, account } = operation
    if (response.order) {
      const { id, user, total, discount, couponCode } = response.order
      const row = orders.get(id)
      const about = `order ${short(id)}`
      const evidence = describeOrderHistory(id, history)
      if (!row) return [{ about, what: 'it was shown and is not in the tables: it was lost', evidence }]
      if (account !== row.userId && account !== world.admin?.id)
        return [{ about, what: `it was shown to another account: ${describeOperation(operation)}`, evidence }]
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
              what: `its amounts or its owner were shown otherwise: ${describeOperation(operation)}`,
              evidence,
            },
          ]
    }
    if (operation.kind !== 'read-order' || response.reason !== 'order_not_found') return []
    const isVisible = orders.get(operation.order)?.userId === account || account === world.admin?.id
    if (!isVisible || !acknowledgedBefore(operation, operation.order, history)) return []
    const what = `one who may see it was told that it does not exist: ${describeOperation(operation)}`
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
function prices({ history, tables, orders, world: { products, coupon, tax: rate } }: Judged): Violation[] {
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
      return violation(`its goods are charged ${order.subtotal} paise, and they cost ${subtotal}`)
    if (order.discount !== discount)
      return violation(
        `its discount is ${order.discount} paise, and its coupon gives ${discount} of ${subtotal}`,
      )
    if (order.tax !== tax) return violation(`its tax is ${order.tax} paise, and ${tax} are due`)
    const total = subtotal - discount + tax
    return order.total === total ? [] : violation(`its total is ${order.total} paise, and ${total} are due`)
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

/** An account's list has its own orders alone, and each that was acknowledged before. */
function lists({ history, orders }: Judged): Violation[] {
  return operationsOf(history, 'list-orders').flatMap((operation) => {
    const { orders: listed } = operation.response
    if (!listed) return []
    const about = `the orders of ${short(operation.account ?? '')}`
    const foreign = listed.find((id) => orders.get(id)?.userId !== operation.account)
    if (foreign)
      return [{ about, what: `${short(foreign)} is none of them`, evidence: [describeOperation(operation)] }]
    if (listed.length >= PAGE) return []
    const missing = [...orders.values()].find(
      ({ id, userId }) =>
        userId === operation.account && !listed.includes(id) && acknowledgedBefore(operation, id, history),
    )
    if (!missing) return []
    const evidence = [...describeOrderHistory(missing.id, history), describeOperation(operation)]
    return [{ about, what: `${short(missing.id)} was acknowledged and not listed`, evidence }]
  })
}

/** An order's events form a chain to its status. It is paid once and not released after that. */
function histories({ history, tables, orders }: Judged): Violation[] {
  return [...orders.values()].flatMap((order) => {
    const events = tables.events.filter(({ orderId }) => orderId === order.id)
    const violation = (what: string): Violation[] => [
      { about: `order ${short(order.id)}`, what, evidence: describeOrderHistory(order.id, history) },
    ]
    const statusEvents = events.filter(({ kind }) => kind === 'status')
    const broken = statusEvents.find(
      ({ fromStatus }, at) => fromStatus !== (statusEvents[at - 1]?.toStatus ?? null),
    )
    if (broken)
      return violation(`its history says that it left ${broken.fromStatus}, which it had not reached`)
    if (statusEvents.at(-1)?.toStatus !== order.status)
      return violation(`it is ${order.status}, and its history ends with ${statusEvents.at(-1)?.toStatus}`)
    const paid = events.filter(({ kind }) => kind === 'payment_received')
    const intent = tables.intents.find(({ orderId }) => orderId === order.id)
    if (paid.length > 1) return violation('it was paid twice')
    const released = statusEvents.find(
      ({ id, actorId, toStatus }) =>
        actorId === null && toStatus === 'cancelled' && id > (paid[0]?.id ?? Infinity),
    )
    if (released) return violation('its goods were released for want of a payment after it had been paid')
    if (intent && (intent.status === 'paid') !== paid.length > 0)
      return violation(`its payment is ${intent.status}, and its history says otherwise`)
    return []
  })
}

/** Stock is the initial stock less the units of valid orders. Each order takes and returns its units once. */
function goods({ history, tables, orders, world }: Judged): Violation[] {
  const stockEffects = new Map<string, number>()
  const ofOrders = [...orders.values()].flatMap((order) => {
    const turns = tables.events.filter(({ orderId }) => orderId === order.id).map(stockEffectOf)
    const units = unitsOf(order.id, tables)
    return [...units].flatMap(([product, count]) => {
      const moved = tables.movements.filter(
        (movement) => movement.orderId === order.id && movement.productId === product,
      )
      const [took, gave] = ['order', 'cancellation'].map((reason) =>
        sumOf(moved.filter((movement) => movement.reason === reason).map(({ quantity }) => quantity)),
      )
      stockEffects.set(product, (stockEffects.get(product) ?? 0) - count * sumOf(turns))
      const taken = -count * turns.filter((turn) => turn > 0).length
      const given = count * turns.filter((turn) => turn < 0).length
      if (took === taken && gave === given) return []
      const what = `of ${short(product)} it took ${-(took ?? 0)} for ${-taken} and gave back ${gave} for ${given}`
      return [{ about: `order ${short(order.id)}`, what, evidence: describeOrderHistory(order.id, history) }]
    })
  })
  const ofProducts = world.products.flatMap(({ id, stock }) => {
    const about = `stock of ${short(id)}`
    const row = tables.products.find((product) => product.id === id)
    const ledger = sumOf(
      tables.movements.filter(({ productId }) => productId === id).map(({ quantity }) => quantity),
    )
    const due = stock + (stockEffects.get(id) ?? 0)
    const evidence = operationsOf(history, 'place')
      .filter(({ lines, outcome }) => outcome === 'ok' && lines.some(({ product }) => product === id))
      .map(describeOperation)
    if (!row || row.stockQuantity < 0) return [{ about, what: `it is ${row?.stockQuantity}`, evidence }]
    if (row.stockQuantity !== ledger)
      return [{ about, what: `it is ${row.stockQuantity}, and its movements add up to ${ledger}`, evidence }]
    if (row.stockQuantity === due) return []
    const oversold = due < 0 ? `: ${-due} units were sold that there never were` : ''
    return [
      { about, what: `it is ${row.stockQuantity}, and orders leave ${due} of ${stock}${oversold}`, evidence },
    ]
  })
  return [...ofOrders, ...ofProducts]
}

/** The coupon's counter and its list of uses have one use per valid order, within the limits. */
function coupons({ history, tables, orders, world: { coupon } }: Judged): Violation[] {
  if (!coupon) return []
  const about = `uses of ${short(coupon.id)}`
  const row = tables.coupons.find(({ id }) => id === coupon.id)
  const uses = tables.couponUses.filter(({ couponId }) => couponId === coupon.id)
  const valid = [...orders.values()].filter(
    (order) => order.couponId === coupon.id && order.status !== 'cancelled',
  )
  const evidence = valid.flatMap(({ idempotencyKey }) => describeKeyHistory(idempotencyKey, history))
  const found = `${row?.currentUses} are counted, ${uses.length} listed, ${valid.length} orders have it`
  if (row?.currentUses !== valid.length || uses.length !== valid.length)
    return [{ about, what: found, evidence }]
  if (valid.length > coupon.maxUses)
    return [{ about, what: `${found}, and it has ${coupon.maxUses}`, evidence }]
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

/** Each captured payment is recorded once, and no other. */
function receipts({ history, tables, orders, bank }: Judged): Violation[] {
  const rows = tables.payments.filter(({ orderId }) => orders.has(orderId))
  const odd = rows.flatMap((row): Violation[] => {
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
      : [{ about, what: 'cash is recorded that nobody paid', evidence }]
  })
  const taken = operationsOf(history, 'bank-captures')
  const counted = taken.flatMap(({ payment, order }): Violation[] => {
    const count = rows.filter(({ providerPaymentId }) => providerPaymentId === payment).length
    const what = `the bank took it once and reported it, and it is recorded ${count} times`
    return count === 1
      ? []
      : [{ about: `payment ${payment}`, what, evidence: describeOrderHistory(order, history) }]
  })
  return [...odd, ...counted]
}

/** Refunds are at most the payment, each done once at the bank, and approved once. */
function refunds({ history, tables, orders, bank }: Judged): Violation[] {
  const rows = tables.refunds.filter(({ orderId }) => orders.has(orderId))
  const payments = tables.payments.filter(({ orderId }) => orders.has(orderId))
  const tooMuch = payments.flatMap(({ id, orderId, amount }): Violation[] => {
    const given = sumOf(
      rows
        .filter((refund) => refund.paymentId === id && refund.status !== 'refused')
        .map((refund) => refund.amount),
    )
    const what = `${given} paise of ${amount} are paid back`
    return given <= amount
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
      const what = `it is ${row.status} with ${row.amount} paise, and the bank paid ${paid.map(({ amount }) => amount)}`
      return isRight
        ? []
        : [{ about: `refund ${short(row.id)}`, what, evidence: describeOrderHistory(row.orderId, history) }]
    })
  const unknown = bank.flatMap(({ payment, refunds: paid }) =>
    paid
      .filter(({ key }) => !rows.some(({ id }) => id === key))
      .map(({ id, amount }) => ({
        about: `payment ${payment}`,
        what: `the bank paid back ${amount} paise (${id}), and no refund says so`,
        evidence: history
          .filter((operation) => 'payment' in operation && operation.payment === payment)
          .map(describeOperation),
      })),
  )
  const granted = [...Map.groupBy(operationsOf(history, 'approve-refund'), ({ order }) => order)].flatMap(
    ([orderId, grants]): Violation[] => {
      const yes = grants.filter(({ outcome }) => outcome === 'ok')
      const approved = tables.requests.filter(
        (request) =>
          request.orderId === orderId &&
          request.status === 'approved' &&
          yes.some(({ amount }) => amount === request.amount),
      ).length
      const what = `${yes.length} grants were acknowledged of ${approved} requests`
      return yes.length <= approved
        ? []
        : [{ about: `order ${short(orderId)}`, what, evidence: describeOrderHistory(orderId, history) }]
    },
  )
  return [...tooMuch, ...notOnce, ...unknown, ...granted]
}

/** Captured less refunded is the total of a valid paid order less its approved refunds, and 0 for any other. */
function balances({ history, tables, orders }: Judged): Violation[] {
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
    const granted = sumOf(
      own(tables.requests).map((request) => (request.status === 'approved' ? (request.amount ?? 0) : 0)),
    )
    const mayBeStale = status !== 'cancelled' && ['paid', 'refunded'].includes(paymentStatus)
    const due = mayBeStale ? total - granted : 0
    if (captured - refunded === due) return []
    const what = `${captured} paise came in and ${refunded} went back; it is ${status}, ${paymentStatus}, so ${due} are to be kept`
    return [{ about, what, evidence }]
  })
}

/** Invoice numbers are consecutive. An order has one open invoice of its total, and credit notes of at most this. */
function papers({ history, tables, orders }: Judged): Violation[] {
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
        what: 'it was shown and is not in the tables',
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
      : [{ about, what: `its invoice is about ${open[0]?.total} paise, not ${order.total}`, evidence }]
  })
  const credited = invoices.flatMap(({ id, number, total }): Violation[] => {
    const sum = sumOf(creditNotes.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => amount))
    const what = `${sum} paise of ${total} are credited`
    return sum <= total ? [] : [{ about: `invoice ${number}`, what, evidence: [] }]
  })
  return [
    ...unknown,
    ...wrong,
    ...credited,
    ...series('invoices', invoices),
    ...series('credit notes', creditNotes),
  ]
}

/** Digits at the end of a number; the rest names its series. */
const DIGITS = 7

function series(about: string, rows: readonly { number: string }[]): Violation[] {
  const bySeries = Map.groupBy(rows, ({ number }) => number.slice(0, -DIGITS))
  return [...bySeries].flatMap(([name, own]) => {
    const numbers = own.map(({ number }) => Number(number.slice(-DIGITS))).toSorted((a, b) => a - b)
    const wrong = numbers.findIndex((number, at) => number !== at + 1)
    if (wrong === -1) return []
    const what = `of ${name} number ${wrong + 1} is missing or double: it goes on with ${numbers[wrong]}`
    return [{ about, what, evidence: [] }]
  })
}
