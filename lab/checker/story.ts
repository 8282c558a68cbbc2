/** Builds small histories for tests, with the rows that a correct shop has after them. */
import type { BankEntry, CheckerInput } from '#lab/checker/case.ts'
import type { Completion, Invocation, Line, Operation, ResponseOrder } from '#lab/checker/history.ts'
import type { Tables } from '#lab/checker/tables.ts'
import { NO_MONEY, paise, subtract } from '#shop/kernel/money.ts'

type Order = Tables['orders'][number]
type Event = Tables['events'][number]
type Movement = Tables['movements'][number]
type Time = readonly [number, number]

type Purchase = {
  id: string
  by?: string
  key?: string
  lines?: readonly Line[]
  coupon?: boolean
  method?: 'cod' | 'card'
  at: Time
}

export const COUPON = { id: 'tenth', code: 'TENTH', maxUses: 2, maxUsesPerCustomer: 1, share: 1_000 }
const PRICE = 100

/** A shop with three bags of rice and five of ragi, one coupon for two uses, and the accounts 'ann' and 'ben'. */
export function story() {
  const history: Operation[] = []
  const bank: (BankEntry & { refunds: { id: string; key: string; amount: number }[] })[] = []
  const products = [
    { id: 'rice', name: 'Rice', stockQuantity: 3 },
    { id: 'ragi', name: 'Ragi', stockQuantity: 5 },
  ]
  const world: CheckerInput['world'] = {
    products: products.map(({ id, stockQuantity: stock }) => ({ id, stock, price: PRICE })),
    coupon: COUPON,
    tax: 0,
    customers: [{ id: 'ann' }, { id: 'ben' }],
    admin: { id: 'staff' },
  }
  const { share: _, ...limits } = COUPON
  const coupon = { ...limits, currentUses: 0 }
  const tables: Tables = {
    products,
    movements: products.map(({ id, stockQuantity: quantity }, at) => ({
      ...{ id: at + 1, productId: id, quantity, reason: 'opening', orderId: null },
    })),
    ...{ orders: [], lines: [], events: [], coupons: [coupon], couponUses: [], intents: [], payments: [] },
    ...{ refunds: [], requests: [], invoices: [], creditNotes: [] },
  }

  function record(
    account: string | null,
    [invokedAt, completedAt]: Time,
    invocation: Invocation,
    completion: Completion,
  ): void {
    history.push({
      ...invocation,
      id: history.length,
      client: account ?? 'bank',
      account,
      invokedAt,
      completedAt,
      ...completion,
    })
  }
  const ok = (response: Completion['response'] = {}): Completion => ({ outcome: 'ok', response })
  const refusal = (reason: string): Completion => ({ outcome: 'refused', response: { reason } })

  function rowOf(orderId: string): Order {
    const row = tables.orders.find(({ id }) => id === orderId)
    if (!row) throw new Error(`no order ${orderId}`)
    return row
  }

  /** The order's current state, for a response. */
  function responseOrder(orderId: string): ResponseOrder {
    const { id, userId: user, status, paymentStatus, total, discount, couponCode } = rowOf(orderId)
    return { id, user, status, paymentStatus, total, discount, couponCode }
  }

  function moveStock(productId: string, quantity: number, reason: Movement['reason'], orderId: string): void {
    tables.movements.push({ id: tables.movements.length + 1, productId, quantity, reason, orderId })
    const product = products.find(({ id }) => id === productId)
    if (product) product.stockQuantity += quantity
  }

  function addEvent(
    orderId: string,
    kind: Event['kind'],
    toStatus: Order['status'],
    actorId: string | null,
  ): void {
    const fromStatus = tables.orders.find(({ id }) => id === orderId)?.status ?? null
    const id = tables.events.length + 1
    tables.events.push({ id, orderId, kind, fromStatus, toStatus, actorId })
    const row = tables.orders.find((order) => order.id === orderId)
    if (row) row.status = toStatus
  }

  const purchaseOf = ({
    id,
    key = `key of ${id}`,
    lines = [{ product: 'rice', units: 1 }],
    method = 'cod',
    ...more
  }: Purchase) => ({ kind: 'place', key, lines, method, coupon: more.coupon ? 'tenth' : null }) as const

  /** Inserts the rows of a placed order. */
  function insertRows(purchase: Purchase): void {
    const { key, lines, method, coupon: couponId } = purchaseOf(purchase)
    const { id, by: userId = 'ann' } = purchase
    const subtotal = paise(PRICE * lines.reduce((sum, { units }) => sum + units, 0))
    const discount = paise(couponId ? subtotal / 10 : 0)
    const total = subtract(subtotal, discount)
    addEvent(id, 'status', 'pending', userId)
    tables.orders.push({
      ...{
        id,
        userId,
        idempotencyKey: key,
        status: 'pending',
        paymentStatus: 'pending',
        paymentMethod: method,
      },
      ...{ subtotal, discount, tax: NO_MONEY, shippingFee: NO_MONEY, roundOff: NO_MONEY, total },
      ...{ couponId, couponCode: couponId && 'TENTH' },
    })
    for (const { product, units } of lines) {
      tables.lines.push({
        orderId: id,
        productId: product,
        quantity: units,
        totalPrice: paise(PRICE * units),
      })
      moveStock(product, -units, 'order', id)
    }
    if (couponId) {
      coupon.currentUses += 1
      tables.couponUses.push({ couponId, orderId: id, userId })
    }
    if (method === 'card') {
      const intent = { id: `intent of ${id}`, orderId: id, providerOrderId: id, amount: total }
      tables.intents.push({ ...intent, status: 'open' })
    }
  }

  function placeOrder(purchase: Purchase): void {
    insertRows(purchase)
    record(purchase.by ?? 'ann', purchase.at, purchaseOf(purchase), ok({ order: responseOrder(purchase.id) }))
  }

  /** Changes the rows as a cancellation does. */
  function cancelRows(orderId: string, actorId: string | null): void {
    addEvent(orderId, 'status', 'cancelled', actorId)
    for (const line of tables.lines)
      if (line.orderId === orderId && line.productId)
        moveStock(line.productId, line.quantity, 'cancellation', orderId)
    const use = tables.couponUses.findIndex((use) => use.orderId === orderId)
    if (use !== -1) {
      tables.couponUses.splice(use, 1)
      coupon.currentUses -= 1
    }
  }

  function cancel(orderId: string, at: Time): void {
    const { userId } = rowOf(orderId)
    cancelRows(orderId, userId)
    record(userId, at, { kind: 'cancel', order: orderId }, ok({ order: responseOrder(orderId) }))
  }

  /** Captures the payment of a card order and sends the webhook. */
  function pay(orderId: string, at: Time, payment = `pay_${orderId}`): void {
    const row = rowOf(orderId)
    const { total: amount } = row
    record(null, [at[0], at[0]], { kind: 'bank-captures', order: orderId, payment, amount }, ok())
    bank.push({ payment, amount, refunds: [] })
    record(null, at, { kind: 'webhook', order: orderId, payment, event: `event of ${payment}` }, ok())
    tables.payments.push({
      id: `row of ${payment}`,
      orderId,
      provider: 'razorpay',
      providerPaymentId: payment,
      amount,
    })
    addEvent(orderId, 'payment_received', row.status, null)
    row.paymentStatus = 'paid'
    for (const intent of tables.intents) if (intent.orderId === orderId) intent.status = 'paid'
  }

  /** Ends the hold, and releases the order's units. */
  function release(orderId: string, at: Time): void {
    record(null, at, { kind: 'end-hold', order: orderId }, ok())
    cancelRows(orderId, null)
    rowOf(orderId).paymentStatus = 'failed'
    for (const intent of tables.intents) if (intent.orderId === orderId) intent.status = 'released'
  }

  /** Delivers the order; the courier then has the cash of a cash order. */
  function deliver(orderId: string, at: Time): void {
    const row = rowOf(orderId)
    addEvent(orderId, 'status', 'delivered', 'staff')
    if (row.paymentMethod === 'cod') {
      const cash = { id: `cash of ${orderId}`, orderId, provider: 'cod', providerPaymentId: orderId } as const
      tables.payments.push({ ...cash, amount: row.total })
      row.paymentStatus = 'collected'
    }
    record(
      'staff',
      at,
      { kind: 'set-status', order: orderId, to: 'delivered' },
      ok({ order: responseOrder(orderId) }),
    )
  }

  /** Inserts a refund that the bank has executed. */
  function payBack(orderId: string, amount: number): void {
    const payment = tables.payments.find((each) => each.orderId === orderId)
    const id = `refund ${tables.refunds.length + 1}`
    const paid = { id, orderId, paymentId: payment?.id ?? '', key: id, amount: paise(amount) }
    tables.refunds.push({ ...paid, status: 'done', providerRefundId: `rfnd of ${id}` })
    const entry = bank.find((each) => each.payment === payment?.providerPaymentId)
    entry?.refunds.push({ id: `rfnd of ${id}`, key: id, amount })
  }

  function requestRefund(orderId: string, at: Time): void {
    const { userId, status } = rowOf(orderId)
    addEvent(orderId, 'refund_requested', status, userId)
    const request = { id: `request of ${orderId}`, orderId, kind: 'refund', status: 'open' } as const
    tables.requests.push({ ...request, amount: null })
    record(userId, at, { kind: 'request-refund', order: orderId }, ok({ order: responseOrder(orderId) }))
  }

  /** Requests and approves a refund. */
  function refund(orderId: string, amount: number, at: Time): void {
    requestRefund(orderId, [at[0], at[0]])
    addEvent(orderId, 'refund_approved', rowOf(orderId).status, 'staff')
    for (const request of tables.requests)
      if (request.orderId === orderId) Object.assign(request, { status: 'approved', amount })
    payBack(orderId, amount)
    record(
      'staff',
      at,
      { kind: 'approve-refund', order: orderId, amount },
      ok({ order: responseOrder(orderId) }),
    )
  }

  function invoice(orderId: string, number: string, at: Time): void {
    const { total } = rowOf(orderId)
    tables.invoices.push({ id: number, orderId, number, reversedAt: null, total })
    record('ann', at, { kind: 'invoice', order: orderId }, ok({ number: number.replace('/', '-') }))
  }

  function readStock(product: string, stock: number, at: Time, mayBeStale = false): void {
    record('ben', at, { kind: 'read-stock', product, mayBeStale }, ok({ stock }))
  }

  function refuse(purchase: Purchase, reason: string): void {
    record(purchase.by ?? 'ann', purchase.at, purchaseOf(purchase), refusal(reason))
  }

  const input: CheckerInput = { history, tables, bank, world, maxUnpaidOrders: 3 }
  return {
    ...{ input, tables, bank, record, ok, refusal, responseOrder, purchaseOf, insertRows, cancelRows },
    ...{
      placeOrder,
      cancel,
      pay,
      release,
      deliver,
      payBack,
      requestRefund,
      refund,
      invoice,
      readStock,
      refuse,
      moveStock,
      addEvent,
    },
  }
}
