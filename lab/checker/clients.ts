/**
 * Concurrent clients that order, pay, cancel, refund and read, and record a history. They use only HTTP, except that
 * they shorten the 15 minutes to pay in the database.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createClock } from '#lab/checker/clock.ts'
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
  /** URLs of the shop's processes or of their proxy, used in turn. */
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
  /** Timeout of a request, after which its outcome is unknown. */
  timeoutMs?: number
}

/** Settings of a shop for these clients, besides addresses and secrets. */
export const CHECKED_SETTINGS = {
  FIRST_ORDER_OFFER: 'off',
  PRICES: 'exclusive',
  DEFAULT_GST_PERCENT: '18',
  SHIPPING_FEE: '0',
  CASH_ROUND_OFF: 'off',
  ORDERS_PER_HOUR: '999999',
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
  const { lanes = 10, seed = 1, timeoutMs = 15_000 } = options
  const { history, record } = startHistory()
  const clock = createClock(options.databaseUrl)
  const knownOrders: KnownOrder[] = []
  const placed = new EventEmitter()
  placed.setMaxListeners(0)
  let placedCount = 0
  let isOn = true
  let requestCount = 0

  /** Sends one request to the next URL. */
  async function send(
    { cookie }: Pick<Account, 'cookie'>,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    requestCount += 1
    return fetch(`${urls[requestCount % urls.length]}/api${path}`, {
      method,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  /** Runs one operation of a client and records it in the history. */
  function invoke(client: string, account: Account, invocation: Invocation, work: () => Promise<Response>) {
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
    const operation = await invoke(client, account, invocation, () =>
      send(account, 'POST', '/orders', body, { 'idempotency-key': key }),
    )
    const { order } = operation.response
    if (operation.outcome === 'ok' && order && !knownOrders.some(({ id }) => id === order.id)) {
      knownOrders.push({
        id: order.id,
        owner: account,
        isCard: method === 'card',
        total: order.total,
        payment: null,
      })
      placedCount += 1
      placed.emit('order')
    }
    return operation
  }

  type Purchase = { key: string; lines: readonly Line[]; method: 'cod' | 'card'; coupon: string | null }

  function randomPurchase(random: Random): Purchase {
    const [first, ...others] = shuffle(random, world.products)
    const products = random.chance(0.2) ? [first, ...others.slice(0, 1)] : [first]
    const lines = products.flatMap((product) =>
      product ? [{ product: product.id, units: 1 + random.below(2) }] : [],
    )
    const method = bank && random.chance(0.5) ? 'card' : 'cod'
    return { key: randomUUID(), lines, method, coupon: random.chance(0.4) ? world.coupon.id : null }
  }

  /**
   * Orders once, twice concurrently with one key, or with a reused key. Repeats the order if its outcome is unknown.
   */
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

  /** Several accounts concurrently order the same product with the same coupon. */
  async function rush({ client, random }: Lane): Promise<void> {
    const { id: product } = random.pick(world.products)
    const purchase = { lines: [{ product, units: 1 }], method: 'cod', coupon: world.coupon.id } as const
    const buyers = shuffle(random, world.customers).slice(0, 4)
    await Promise.all(
      buyers.map((account, index) =>
        placeOrder(`${client}.${index + 1}`, account, { ...purchase, key: randomUUID() }),
      ),
    )
  }

  function readStock({ client, account, random }: Lane) {
    return readStockOf(client, account, random.pick(world.products).id, random.chance(0.25))
  }

  /** Reads the stock of a product; a query parameter bypasses the page cache. */
  function readStockOf(client: string, account: Account, product: string, isPage: boolean) {
    const mayBeStale = isPage || hasReplica
    return invoke(client, account, { kind: 'read-stock', product, mayBeStale }, () =>
      send(account, 'GET', `/products/${product}${isPage ? '' : '?all=0'}`),
    )
  }

  function readOrder(client: string, account: Account, order: string) {
    return invoke(client, account, { kind: 'read-order', order }, () =>
      send(account, 'GET', `/orders/${order}`),
    )
  }

  function cancel(client: string, { id: order, owner }: KnownOrder) {
    return invoke(client, owner, { kind: 'cancel', order }, () =>
      send(owner, 'POST', `/orders/${order}/cancellation`, {}),
    )
  }

  /** Cancels one order, sometimes twice concurrently. */
  async function cancelOne({ client, random }: Lane): Promise<void> {
    const target = pickRecent(random)
    if (!target) return
    const twice = random.chance(0.5) ? [cancel(`${client}’`, target)] : []
    await Promise.all([cancel(client, target), ...twice])
  }

  /** Picks an order, usually one of the last, so that clients compete for it. */
  function pickRecent(
    random: Random,
    fits: (order: KnownOrder) => boolean = () => true,
  ): KnownOrder | undefined {
    const fitting = knownOrders.filter(fits)
    const candidates = random.chance(0.8) ? fitting.slice(-12) : fitting
    return candidates.length > 0 ? random.pick(candidates) : undefined
  }

  /** Pays at the bank. The webhook arrives twice, concurrently with the browser's return. */
  async function pay({ client, random }: Lane): Promise<void> {
    const target = pickRecent(random, ({ isCard, payment }) => isCard && !payment)
    if (!bank || !target) return
    const { id: order, owner } = target
    const intent: { id?: string } = {}
    await invoke(client, owner, { kind: 'open-payment', order }, async () => {
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
    // Some webhooks arrive only after the hold or a cancellation.
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
      if (!bank) throw new Error('the clients have no bank')
      const { rawBody, headers } = bank.webhook('payment.captured', payment, { eventId: event })
      return completionOf(
        invocation,
        await send({ cookie: '' }, 'POST', '/webhooks/razorpay', rawBody, Object.fromEntries(headers)),
      )
    })
  }

  function prove(client: string, { id: order, owner }: KnownOrder, payment: Payment): Promise<Operation> {
    return invoke(client, owner, { kind: 'verify-payment', order, payment: payment.id }, async () => {
      if (!bank) throw new Error('the clients have no bank')
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
    const target = pickRecent(random, ({ isCard }) => isCard)
    if (target) await endHold(target)
  }

  /**
   * Ships and delivers an order. Then the customer requests a refund, which two members of staff approve concurrently.
   */
  async function deliver({ client, random }: Lane): Promise<void> {
    const target = pickRecent(random, ({ isCard, payment }) => !isCard || payment !== null)
    if (!target) return
    const { id: order, owner, total } = target
    const { admin } = world
    const setStatus = (to: string) =>
      invoke(`${client} (staff)`, admin, { kind: 'set-status', order, to }, () =>
        send(admin, 'PUT', `/orders/${order}`, { status: to }),
      )
    const first = await setStatus(random.pick(['shipped', 'delivered']))
    if (first.outcome !== 'ok') return
    const invoice = (who: string, account: Account) =>
      invoke(who, account, { kind: 'invoice', order }, () => send(account, 'GET', `/orders/${order}/invoice`))
    await Promise.all([invoice(client, owner), invoice(`${client} (staff)`, admin), setStatus('delivered')])
    if (random.chance(0.4)) return
    await invoke(client, owner, { kind: 'request-refund', order }, () =>
      send(owner, 'POST', `/orders/${order}/refund-request`, { reason: 'damaged' }),
    )
    const amount = Math.max(100, Math.floor(total / 300) * 100)
    const grant = (who: string) =>
      invoke(who, admin, { kind: 'approve-refund', order, amount }, () =>
        send(admin, 'PUT', `/orders/${order}/refund-request`, { decision: 'approve', amount: amount / 100 }),
      )
    await Promise.all([grant(`${client} (staff)`), grant(`${client} (other staff)`)])
  }

  /** Reads an order, another account's order, or the list. */
  async function readOrders({ client, account, random }: Lane): Promise<void> {
    const target = pickRecent(random)
    if (!target) return
    if (random.chance(0.2))
      await invoke(client, account, { kind: 'list-orders' }, () => send(account, 'GET', '/orders?limit=100'))
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

  async function runLane(index: number): Promise<void> {
    const account = world.customers[index % world.customers.length]
    if (!account) throw new Error('the world has no customer')
    const lane = { client: `client ${index + 1}`, account, random: randomOf(seed * 1_000 + index) }
    while (isOn) {
      const count = history.length
      await lane.random.pick(ACTIONS)(lane)
      const hasUnknown = history.slice(count).some(({ outcome }) => outcome === 'unknown')
      await pause(hasUnknown ? 50 : 0)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, (_, index) => runLane(index)))

  return {
    history: history as readonly Operation[],
    /** Resolves after `more` further acknowledged orders. */
    async waitForOrders(more: number): Promise<void> {
      const target = placedCount + more
      while (placedCount < target) await once(placed, 'order')
    },
    /** Resolves when every client has completed its operation. */
    async stop(): Promise<void> {
      isOn = false
      await all
    },
    /**
     * Repeats webhooks and orders with an unknown outcome, waits for the shop's jobs, and makes final reads. Returns
     * the operations whose outcome is still unknown, and the jobs that are not done.
     */
    async settle(): Promise<{ unclear: Operation[]; unfinishedJobs: string[] }> {
      /** Repeats an operation until its outcome is known; returns it if it never is. */
      const retry = async (repeat: () => Promise<Operation>): Promise<Operation | null> => {
        for (let tries = 1; ; tries += 1) {
          const operation = await repeat()
          if (operation.outcome !== 'unknown') return null
          if (tries === MAX_TRIES) return operation
          await pause(500)
        }
      }
      const byId = new Map([...world.customers, world.admin].map((account) => [account.id, account]))
      const unknown = history.filter(({ outcome }) => outcome === 'unknown')
      const results: (Operation | null)[] = []
      for (const operation of unknown) {
        const account = byId.get(operation.account ?? '')
        if (operation.kind === 'place' && account)
          results.push(await retry(() => placeOrder('final', account, operation)))
      }
      for (const target of knownOrders) {
        const { payment } = target
        if (payment) results.push(await retry(() => report(target, payment, `event_${payment.id}`)))
      }
      const unfinishedJobs = await clock.waitForJobs()
      for (const { id: product } of world.products) {
        results.push(await retry(() => readStockOf('final', world.admin, product, false)))
      }
      for (const { id, owner } of knownOrders) results.push(await retry(() => readOrder('final', owner, id)))
      await clock.close()
      return { unclear: results.filter((operation) => operation !== null), unfinishedJobs }
    },
  }
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: random.below(1_000_000) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

/** True for a status after which the outcome is unknown; a proxy may have sent it. */
const isUnknown = (status: number) => status >= 500 || status === 408

export async function completionOf(invocation: Invocation, http: Response): Promise<Completion> {
  const { status, headers } = http
  const text = await http.text()
  if (isUnknown(status)) return { outcome: 'unknown', response: { trouble: `status ${status}` } }
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
