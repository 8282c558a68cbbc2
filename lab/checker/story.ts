/** Writes small histories by hand, with the rows that a shop without a fault has after them. */
import type { BankEntry, Case } from '#lab/checker/case.ts'
import type { Answer, Asked, Line, Operation, ToldOrder } from '#lab/checker/history.ts'
import type { Tables } from '#lab/checker/tables.ts'

type Order = Tables['orders'][number]
type Time = readonly [number, number]

type Wish = {
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
  const world: Case['world'] = {
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

  function tell(account: string | null, [invoked, ended]: Time, asked: Asked, answer: Answer): void {
    history.push({
      ...asked,
      id: history.length,
      client: account ?? 'bank',
      account,
      invoked,
      ended,
      ...answer,
    })
  }
  const ok = (told: Answer['told'] = {}): Answer => ({ outcome: 'ok', told })
  const refused = (reason: string): Answer => ({ outcome: 'refused', told: { reason } })

  function rowOf(orderId: string): Order {
    const row = tables.orders.find(({ id }) => id === orderId)
    if (!row) throw new Error('there is no such order')
    return row
  }

  /** The order as it is now, for an answer. */
  function toldOf(orderId: string): ToldOrder {
    const { id, userId: user, status, paymentStatus, total, discount, couponCode } = rowOf(orderId)
    return { id, user, status, paymentStatus, total, discount, couponCode }
  }

  function move(productId: string, quantity: number, reason: string, orderId: string): void {
    tables.movements.push({ id: tables.movements.length + 1, productId, quantity, reason, orderId })
    const product = products.find(({ id }) => id === productId)
    if (product) product.stockQuantity += quantity
  }

  function happen(orderId: string, kind: string, toStatus: string, actorId: string | null): void {
    const fromStatus = tables.orders.find(({ id }) => id === orderId)?.status ?? null
    const id = tables.events.length + 1
    tables.events.push({ id, orderId, kind, fromStatus, toStatus, actorId })
    const row = tables.orders.find((one) => one.id === orderId)
    if (row) row.status = toStatus
  }

  const wishOf = ({
    id,
    key = `key of ${id}`,
    lines = [{ product: 'rice', units: 1 }],
    method = 'cod',
    ...more
  }: Wish) => ({ kind: 'place', key, lines, method, coupon: more.coupon ? 'tenth' : null }) as const

  /** The rows of a placed order. */
  function write(wish: Wish): void {
    const { key, lines, method, coupon: couponId } = wishOf(wish)
    const { id, by: userId = 'ann' } = wish
    const subtotal = PRICE * lines.reduce((sum, { units }) => sum + units, 0)
    const discount = couponId ? subtotal / 10 : 0
    happen(id, 'status', 'pending', userId)
    tables.orders.push({
      ...{
        id,
        userId,
        idempotencyKey: key,
        status: 'pending',
        paymentStatus: 'pending',
        paymentMethod: method,
      },
      ...{ subtotal, discount, tax: 0, shippingFee: 0, roundOff: 0, total: subtotal - discount },
      ...{ couponId, couponCode: couponId && 'TENTH' },
    })
    for (const { product, units } of lines) {
      tables.lines.push({ orderId: id, productId: product, quantity: units, totalPrice: PRICE * units })
      move(product, -units, 'order', id)
    }
    if (couponId) {
      coupon.currentUses += 1
      tables.couponUses.push({ couponId, orderId: id, userId })
    }
    if (method === 'card') {
      const intent = { id: `intent of ${id}`, orderId: id, providerOrderId: id, amount: subtotal - discount }
      tables.intents.push({ ...intent, status: 'open' })
    }
  }

  function place(wish: Wish): void {
    write(wish)
    tell(wish.by ?? 'ann', wish.at, wishOf(wish), ok({ order: toldOf(wish.id) }))
  }

  /** The rows of a cancelled order. */
  function undo(orderId: string, actorId: string | null): void {
    happen(orderId, 'status', 'cancelled', actorId)
    for (const line of tables.lines)
      if (line.orderId === orderId && line.productId)
        move(line.productId, line.quantity, 'cancellation', orderId)
    const use = tables.couponUses.findIndex((one) => one.orderId === orderId)
    if (use !== -1) {
      tables.couponUses.splice(use, 1)
      coupon.currentUses -= 1
    }
  }

  function cancel(orderId: string, at: Time): void {
    const { userId } = rowOf(orderId)
    undo(orderId, userId)
    tell(userId, at, { kind: 'cancel', order: orderId }, ok({ order: toldOf(orderId) }))
  }

  /** The bank takes the money of a card order and reports it. */
  function pay(orderId: string, at: Time, payment = `pay_${orderId}`): void {
    const row = rowOf(orderId)
    const { total: amount } = row
    tell(null, [at[0], at[0]], { kind: 'bank-takes', order: orderId, payment, amount }, ok())
    bank.push({ payment, amount, refunds: [] })
    tell(null, at, { kind: 'webhook', order: orderId, payment, event: `event of ${payment}` }, ok())
    tables.payments.push({
      id: `row of ${payment}`,
      orderId,
      provider: 'razorpay',
      providerPaymentId: payment,
      amount,
    })
    happen(orderId, 'payment_received', row.status, null)
    row.paymentStatus = 'paid'
    for (const intent of tables.intents) if (intent.orderId === orderId) intent.status = 'paid'
  }

  /** The time to pay is over. */
  function release(orderId: string, at: Time): void {
    tell(null, at, { kind: 'end-hold', order: orderId }, ok())
    undo(orderId, null)
    rowOf(orderId).paymentStatus = 'failed'
    for (const intent of tables.intents) if (intent.orderId === orderId) intent.status = 'released'
  }

  /** The order arrives; a cash order is paid. */
  function deliver(orderId: string, at: Time): void {
    const row = rowOf(orderId)
    happen(orderId, 'status', 'delivered', 'staff')
    if (row.paymentMethod === 'cod') {
      const cash = { id: `cash of ${orderId}`, orderId, provider: 'cod', providerPaymentId: orderId }
      tables.payments.push({ ...cash, amount: row.total })
      row.paymentStatus = 'paid'
    }
    tell('staff', at, { kind: 'move', order: orderId, to: 'delivered' }, ok({ order: toldOf(orderId) }))
  }

  /** The row of a refund that the bank has paid. */
  function payBack(orderId: string, amount: number): void {
    const payment = tables.payments.find((one) => one.orderId === orderId)
    const id = `refund ${tables.refunds.length + 1}`
    const paid = { id, orderId, paymentId: payment?.id ?? '', key: id, amount }
    tables.refunds.push({ ...paid, status: 'done', providerRefundId: `rfnd of ${id}` })
    const entry = bank.find((one) => one.payment === payment?.providerPaymentId)
    entry?.refunds.push({ id: `rfnd of ${id}`, key: id, amount })
  }

  /** The customer asks for a refund. */
  function askRefund(orderId: string, at: Time): void {
    const { userId, status } = rowOf(orderId)
    happen(orderId, 'refund_requested', status, userId)
    const request = { id: `request of ${orderId}`, orderId, kind: 'refund', status: 'open', amount: null }
    tables.requests.push(request)
    tell(userId, at, { kind: 'ask-refund', order: orderId }, ok({ order: toldOf(orderId) }))
  }

  /** The customer asks for a refund, and then staff grant it. */
  function refund(orderId: string, amount: number, at: Time): void {
    askRefund(orderId, [at[0], at[0]])
    happen(orderId, 'refund_approved', rowOf(orderId).status, 'staff')
    for (const request of tables.requests)
      if (request.orderId === orderId) Object.assign(request, { status: 'approved', amount })
    payBack(orderId, amount)
    tell('staff', at, { kind: 'grant-refund', order: orderId, amount }, ok({ order: toldOf(orderId) }))
  }

  function invoice(orderId: string, number: string, at: Time): void {
    const { total } = rowOf(orderId)
    tables.invoices.push({ id: number, orderId, number, reversedAt: null, total })
    tell('ann', at, { kind: 'invoice', order: orderId }, ok({ number: number.replace('/', '-') }))
  }

  function see(product: string, stock: number, at: Time, isKept = false): void {
    tell('ben', at, { kind: 'read-stock', product, isKept }, ok({ stock }))
  }

  function refuse(wish: Wish, reason: string): void {
    tell(wish.by ?? 'ann', wish.at, wishOf(wish), refused(reason))
  }

  const told: Case = { history, tables, bank, world, mostUnpaid: 3 }
  return {
    ...{ told, tables, bank, tell, ok, refused, toldOf, wishOf, write, undo },
    ...{
      place,
      cancel,
      pay,
      release,
      deliver,
      payBack,
      askRefund,
      refund,
      invoice,
      see,
      refuse,
      move,
      happen,
    },
  }
}
