/**
 * Concurrent clients that order, pay, cancel, refund and read, and record a history. They use HTTP alone, except that
 * they end the time to pay, 15 minutes, in the database.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { clockOf } from '#lab/checker/clock.ts'
import {
  type Completion,
  type Invocation,
  type Line,
  type Operation,
  type ResponseOrder,
  startHistory,
} from '#lab/checker/history.ts'
import type { Account, World } from '#lab/checker/world.ts'
import { type Random, randomOf } from '#tests/access/sample.ts'
import type { startRazorpayServer } from '#tests/razorpay-server.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

export type Bank = Awaited<ReturnType<typeof startRazorpayServer>>

export type ClientOptions = {
  /** Addresses of the shop's processes or of their proxy, used in turn. */
  urls: readonly string[]
  /** The shop's ORIGIN. */
  origin: string
  databaseUrl: string
  world: World
  /** Null: no card payments. */
  bank: Bank | null
  /** True if the shop reads its catalogue from a replica. */
  hasReplica?: boolean
  /** Number of concurrent clients; each has one of the accounts. */
  lanes?: number
  seed?: number
  /** The outcome is unknown after this many milliseconds without a response. */
  patienceMs?: number
}

/** Settings of a shop for these clients, besides addresses and secrets. */
export const CHECKED_SETTINGS = {
  FIRST_ORDER_OFFER: 'off',
  PRICES: 'exclusive',
  DEFAULT_GST_PERCENT: '18',
  SHIPPING_FEE: '0',
  CASH_ROUND_OFF: 'off',
  ORDERS_PER_HOUR: '1000000',
  ORDER_UNITS_PER_PRODUCT: '999',
  CASH_ORDER_LIMIT: '100000000',
  CASH_ORDER_LIMIT_NEW: '100000000',
  OPEN_VALUE_LIMIT_NEW: '100000000',
  OPEN_UNPAID_ORDERS: '5',
}
export const MAX_UNPAID_ORDERS = Number(CHECKED_SETTINGS.OPEN_UNPAID_ORDERS)

type KnownOrder = { id: string; owner: Account; isCard: boolean; total: number; payment: Payment | null }
type Payment = ReturnType<Bank['pay']>

/** Tries of one request until its outcome is known. */
const MAX_TRIES = 60

/** Starts the clients. `settle` is called after `stop`. */
export function startClients(options: ClientOptions) {
  const { urls, origin, world, bank, hasReplica = false } = options
  const { lanes = 10, seed = 1, patienceMs = 15_000 } = options
  const { history, record } = startHistory()
  const clock = clockOf(options.databaseUrl)
  const knownOrders: KnownOrder[] = []
  const placed = new EventEmitter()
  placed.setMaxListeners(0)
  let made = 0
  let isOn = true
  let turn = 0

  /** Sends one request to the next address. */
  async function send(
    { cookie }: Pick<Account, 'cookie'>,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    turn += 1
    return fetch(`${urls[turn % urls.length]}/api${path}`, {
      method,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  function by(client: string, account: Account, invocation: Invocation, work: () => Promise<Response>) {
    return record(client, account.id, invocation, async () => completionOf(invocation, await work()))
  }

  async function placeOrder(client: string, account: Account, purchase: Purchase): Promise<Operation> {
    const { key, lines, method, coupon } = purchase
    const body = {
      items: lines.map(({ product, units }) => ({ product_id: product, quantity: units })),
      shipping_address: { ...ADDRESS_BODY, phone: account.phone },
      payment_method: method,
      ...(coupon && { coupon_code: world.coupon.code }),
    }
    const invocation = { kind: 'place', ...purchase } as const
    const done = await by(client, account, invocation, () =>
      send(account, 'POST', '/orders', body, { 'idempotency-key': key }),
    )
    const { order } = done.response
    if (done.outcome === 'ok' && order && !knownOrders.some(({ id }) => id === order.id)) {
      knownOrders.push({
        id: order.id,
        owner: account,
        isCard: method === 'card',
        total: order.total,
        payment: null,
      })
      made += 1
      placed.emit('made')
    }
    return done
  }

  type Purchase = { key: string; lines: readonly Line[]; method: 'cod' | 'card'; coupon: string | null }

  function randomPurchase(random: Random): Purchase {
    const [first, ...others] = shuffled(random, world.products)
    const products = random.chance(0.2) ? [first, ...others.slice(0, 1)] : [first]
    const lines = products.flatMap((product) =>
      product ? [{ product: product.id, units: 1 + random.below(2) }] : [],
    )
    const method = bank && random.chance(0.5) ? 'card' : 'cod'
    return { key: randomUUID(), lines, method, coupon: random.chance(0.4) ? world.coupon.id : null }
  }

  /** Orders once, or twice at once with one key, or reuses the key for another order. Repeats an unknown outcome. */
  async function order({ client, account, random }: Lane): Promise<void> {
    const purchase = randomPurchase(random)
    const tries = [placeOrder(client, account, purchase)]
    if (random.chance(0.3)) tries.push(placeOrder(`${client}’`, account, purchase))
    if (random.chance(0.1))
      tries.push(
        placeOrder(`${client}”`, account, {
          ...purchase,
          method: 'cod',
          coupon: null,
          lines: randomPurchase(random).lines,
        }),
      )
    const outcomes = await Promise.all(tries)
    if (outcomes.some(({ outcome }) => outcome === 'unknown') || random.chance(0.1))
      await placeOrder(client, account, purchase)
  }

  /** Several accounts order the same product with the same coupon at once. */
  async function rush({ client, random }: Lane): Promise<void> {
    const { id: product } = random.pick(world.products)
    const purchase = { lines: [{ product, units: 1 }], method: 'cod', coupon: world.coupon.id } as const
    const some = shuffled(random, world.customers).slice(0, 4)
    await Promise.all(
      some.map((account, at) =>
        placeOrder(`${client}.${at + 1}`, account, { ...purchase, key: randomUUID() }),
      ),
    )
  }

  function readStock({ client, account, random }: Lane) {
    return readStockOf(client, account, random.pick(world.products).id, random.chance(0.25))
  }

  /** A query parameter bypasses the page cache. */
  function readStockOf(client: string, account: Account, product: string, isPage: boolean) {
    const mayBeStale = isPage || hasReplica
    return by(client, account, { kind: 'read-stock', product, mayBeStale }, () =>
      send(account, 'GET', `/products/${product}${isPage ? '' : '?all=0'}`),
    )
  }

  function readOrder(client: string, account: Account, order: string) {
    return by(client, account, { kind: 'read-order', order }, () => send(account, 'GET', `/orders/${order}`))
  }

  function cancel(client: string, { id: order, owner }: KnownOrder) {
    return by(client, owner, { kind: 'cancel', order }, () =>
      send(owner, 'POST', `/orders/${order}/cancellation`, {}),
    )
  }

  /** Cancels one order, sometimes twice at once. */
  async function cancelOne({ client, random }: Lane): Promise<void> {
    const target = recent(random)
    if (!target) return
    const twice = random.chance(0.5) ? [cancel(`${client}’`, target)] : []
    await Promise.all([cancel(client, target), ...twice])
  }

  /** Returns mostly one of the last orders, so that clients compete for it. */
  function recent(random: Random, fits: (one: KnownOrder) => boolean = () => true): KnownOrder | undefined {
    const fitting = knownOrders.filter(fits)
    const some = random.chance(0.8) ? fitting.slice(-12) : fitting
    return some.length > 0 ? random.pick(some) : undefined
  }

  /** Pays at the bank. Its webhook comes twice, at the same time as the browser. */
  async function pay({ client, random }: Lane): Promise<void> {
    const target = recent(random, ({ isCard, payment }) => isCard && !payment)
    if (!bank || !target) return
    const { id: order, owner } = target
    const intent: { id?: string } = {}
    await by(client, owner, { kind: 'open-payment', order }, async () => {
      const http = await send(owner, 'POST', '/create-payment-intent', { order_id: order })
      const body = await http
        .clone()
        .json()
        .catch(() => null)
      if (body?.provider_order_id) intent.id = body.provider_order_id
      return http
    })
    if (!intent.id || target.payment) return
    const payment = bank.pay(intent.id, 'captured')
    target.payment = payment
    await record(
      'bank',
      null,
      { kind: 'bank-captures', order, payment: payment.id, amount: payment.amount },
      async () => ({ outcome: 'ok', response: {} }),
    )
    // Some webhooks come only after the hold or a cancellation.
    if (random.chance(0.2)) await pause(50 + random.below(300))
    const event = `event_${randomUUID()}`
    const reports = [report(target, payment, event), report(target, payment, event)]
    if (random.chance(0.5)) reports.push(prove(client, target, payment))
    if (random.chance(0.3)) reports.push(report(target, payment, `event_${randomUUID()}`))
    if (random.chance(0.3)) reports.push(endHold(target))
    await Promise.all(reports)
  }

  function report({ id: order }: KnownOrder, payment: Payment, event: string): Promise<Operation> {
    const invocation = { kind: 'webhook', order, payment: payment.id, event } as const
    return record('bank', null, invocation, async () => {
      if (!bank) throw new Error('there is no bank')
      const { rawBody, headers } = bank.webhook('payment.captured', payment, { eventId: event })
      return completionOf(
        invocation,
        await send({ cookie: '' }, 'POST', '/webhooks/razorpay', rawBody, Object.fromEntries(headers)),
      )
    })
  }

  function prove(client: string, { id: order, owner }: KnownOrder, payment: Payment): Promise<Operation> {
    return by(client, owner, { kind: 'verify-payment', order, payment: payment.id }, async () => {
      if (!bank) throw new Error('there is no bank')
      const { paymentId, signature } = bank.proofOf(payment)
      return send(owner, 'POST', '/process-payment', { order_id: order, payment_id: paymentId, signature })
    })
  }

  function endHold({ id: order }: KnownOrder): Promise<Operation> {
    return record('clock', null, { kind: 'end-hold', order }, async () => {
      await clock.endHold(order)
      return { outcome: 'ok', response: {} }
    })
  }

  async function endOneHold({ random }: Lane): Promise<void> {
    const target = recent(random, ({ isCard }) => isCard)
    if (target) await endHold(target)
  }

  /** Ships and delivers an order. The customer then requests a refund, and two members of staff approve it at once. */
  async function deliver({ client, random }: Lane): Promise<void> {
    const target = recent(random, ({ isCard, payment }) => !isCard || payment !== null)
    if (!target) return
    const { id: order, owner, total } = target
    const { admin } = world
    const setStatus = (to: string) =>
      by(`${client} (staff)`, admin, { kind: 'set-status', order, to }, () =>
        send(admin, 'PUT', `/orders/${order}`, { status: to }),
      )
    const first = await setStatus(random.pick(['shipped', 'delivered']))
    if (first.outcome !== 'ok') return
    const invoice = (who: string, account: Account) =>
      by(who, account, { kind: 'invoice', order }, () => send(account, 'GET', `/orders/${order}/invoice`))
    await Promise.all([invoice(client, owner), invoice(`${client} (staff)`, admin), setStatus('delivered')])
    if (random.chance(0.4)) return
    await by(client, owner, { kind: 'request-refund', order }, () =>
      send(owner, 'POST', `/orders/${order}/refund-request`, { reason: 'damaged' }),
    )
    const amount = Math.max(100, Math.floor(total / 300) * 100)
    const grant = (who: string) =>
      by(who, admin, { kind: 'approve-refund', order, amount }, () =>
        send(admin, 'PUT', `/orders/${order}/refund-request`, { decision: 'approve', amount: amount / 100 }),
      )
    await Promise.all([grant(`${client} (staff)`), grant(`${client} (other staff)`)])
  }

  /** Reads an order, another account's order, or the list. */
  async function readOrders({ client, account, random }: Lane): Promise<void> {
    const target = recent(random)
    if (!target) return
    if (random.chance(0.2))
      await by(client, account, { kind: 'list-orders' }, () => send(account, 'GET', '/orders?limit=100'))
    else await readOrder(client, random.chance(0.8) ? target.owner : account, target.id)
  }

  const ACTIONS: ((lane: Lane) => Promise<unknown>)[] = [
    ...Array<typeof order>(6).fill(order),
    rush,
    ...Array<typeof readStock>(4).fill(readStock),
    ...Array<typeof cancelOne>(4).fill(cancelOne),
    ...Array<typeof pay>(3).fill(pay),
    endOneHold,
    deliver,
    readOrders,
    readOrders,
  ]

  type Lane = { client: string; account: Account; random: Random }

  async function run(at: number): Promise<void> {
    const account = world.customers[at % world.customers.length]
    if (!account) throw new Error('there is no account')
    const lane = { client: `client ${at + 1}`, account, random: randomOf(seed * 1_000 + at) }
    while (isOn) {
      const count = history.length
      await lane.random.pick(ACTIONS)(lane)
      const isAway = history.slice(count).some(({ outcome }) => outcome === 'unknown')
      await pause(isAway ? 50 : 0)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, (_, at) => run(at)))

  return {
    history: history as readonly Operation[],
    /** Resolves after `more` further acknowledged orders. */
    async acknowledged(more: number): Promise<void> {
      const enough = made + more
      while (made < enough) await once(placed, 'made')
    },
    /** Resolves when every client has completed its operation. */
    async stop(): Promise<void> {
      isOn = false
      await all
    },
    /**
     * Repeats orders without a known outcome and webhooks, waits for the shop's jobs, and reads everything once more.
     * Returns operations whose outcome remained unknown.
     */
    async settle(): Promise<Operation[]> {
      const isClear = async (again: () => Promise<Operation>): Promise<Operation | null> => {
        for (let tries = 1; ; tries += 1) {
          const done = await again()
          if (done.outcome !== 'unknown') return null
          if (tries === MAX_TRIES) return done
          await pause(500)
        }
      }
      const byId = new Map([...world.customers, world.admin].map((account) => [account.id, account]))
      const unclear = history.filter(({ outcome }) => outcome === 'unknown')
      const left: (Operation | null)[] = []
      for (const operation of unclear) {
        const account = byId.get(operation.account ?? '')
        if (operation.kind === 'place' && account)
          left.push(await isClear(() => placeOrder('afterwards', account, operation)))
      }
      for (const target of knownOrders) {
        const { payment } = target
        if (payment) left.push(await isClear(() => report(target, payment, `event_${payment.id}`)))
      }
      await clock.allDone()
      for (const { id: product } of world.products) {
        left.push(await isClear(() => readStockOf('afterwards', world.admin, product, false)))
      }
      for (const { id, owner } of knownOrders)
        left.push(await isClear(() => readOrder('afterwards', owner, id)))
      await clock.close()
      return left.filter((operation) => operation !== null)
    },
  }
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** Responses after which the outcome is unknown; a proxy may have sent them. */
const UNCLEAR = (status: number) => status >= 500 || status === 408

export async function completionOf(invocation: Invocation, http: Response): Promise<Completion> {
  const { status, headers } = http
  const text = await http.text()
  if (UNCLEAR(status)) return { outcome: 'unknown', response: { trouble: `status ${status}` } }
  const isJson = headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(text) : null
  if (status >= 400) return { outcome: 'refused', response: { reason: body?.code ?? `status ${status}` } }
  if (invocation.kind === 'read-stock') return { outcome: 'ok', response: { stock: body.stock_quantity } }
  if (invocation.kind === 'list-orders')
    return { outcome: 'ok', response: { orders: body.map(({ id }: { id: string }) => id) } }
  if (invocation.kind === 'invoice') {
    const name = /filename="([^"]+)\.pdf"/.exec(headers.get('content-disposition') ?? '')?.[1]
    return { outcome: 'ok', response: name === undefined ? {} : { number: name } }
  }
  return { outcome: 'ok', response: body?.order_items ? { order: parseOrder(body) } : {} }
}

const paise = (rupees: number) => Math.round(rupees * 100)

// biome-ignore lint/suspicious/noExplicitAny: the contract's tests check the form of an order
function parseOrder(body: any): ResponseOrder {
  return {
    id: body.id,
    user: body.user_id,
    status: body.status,
    paymentStatus: body.payment_status,
    total: paise(body.total),
    discount: paise(body.discount),
    couponCode: body.coupon_code,
  }
}
