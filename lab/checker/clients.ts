/**
 * Clients that order, pay, cancel, refund and look, several at once, and write down what they were told. They use
 * nothing but HTTP, except that they can end the time to pay, which no client can wait for.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ADDRESS } from '#db/factories/order.ts'
import { clockOf } from '#lab/checker/clock.ts'
import {
  type Answer,
  type Asked,
  type Line,
  type Operation,
  startHistory,
  type ToldOrder,
} from '#lab/checker/history.ts'
import type { Account, World } from '#lab/checker/world.ts'
import { type Random, randomOf } from '#tests/access/sample.ts'
import type { razorpayServer } from '#tests/razorpay-server.ts'

export type Bank = Awaited<ReturnType<typeof razorpayServer>>

export type ClientOptions = {
  /** Addresses of the shop's processes, or one of their proxy; each request goes to any of them. */
  urls: readonly string[]
  /** The shop's ORIGIN. */
  origin: string
  databaseUrl: string
  world: World
  /** Null where the shop takes no cards. */
  bank: Bank | null
  /** True where the shop reads its catalogue from a replica. */
  hasReplica?: boolean
  /** How many requests run at once; each client has one of the accounts. */
  lanes?: number
  seed?: number
  /** After this many milliseconds without an answer the outcome is unknown. */
  patienceMs?: number
}

/** The shop's settings with which these clients find its limits and its bank, apart from addresses and secrets. */
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
/** The same as a number. */
export const MOST_UNPAID = Number(CHECKED_SETTINGS.OPEN_UNPAID_ORDERS)

/** An order that a client knows of, with what it may do with it. */
type Known = { id: string; owner: Account; isCard: boolean; total: number; payment: Payment | null }
type Payment = ReturnType<Bank['pay']>

/** Tries of one request until the answer is clear. */
const MAX_TRIES = 60

/** Starts the clients. `settle` is called after `stop`. */
export function startClients(options: ClientOptions) {
  const { urls, origin, world, bank, hasReplica = false } = options
  const { lanes = 10, seed = 1, patienceMs = 15_000 } = options
  const { history, record } = startHistory()
  const clock = clockOf(options.databaseUrl)
  const known: Known[] = []
  const placed = new EventEmitter()
  placed.setMaxListeners(0)
  let made = 0
  let isOn = true
  let turn = 0

  /** Sends one request, to the next of the addresses. */
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

  function by(client: string, account: Account, asked: Asked, work: () => Promise<Response>) {
    return record(client, account.id, asked, async () => answerOf(asked, await work()))
  }

  async function place(client: string, account: Account, wish: Wish): Promise<Operation> {
    const { key, lines, method, coupon } = wish
    const body = {
      items: lines.map(({ product, units }) => ({ product_id: product, quantity: units })),
      shipping_address: {
        full_name: ADDRESS.fullName,
        phone: account.phone,
        address_line1: ADDRESS.addressLine1,
        city: ADDRESS.city,
        state: ADDRESS.state,
        postal_code: ADDRESS.postalCode,
      },
      payment_method: method,
      ...(coupon && { coupon_code: world.coupon.code }),
    }
    const asked = { kind: 'place', ...wish } as const
    const done = await by(client, account, asked, () =>
      send(account, 'POST', '/orders', body, { 'idempotency-key': key }),
    )
    const { order } = done.told
    if (done.outcome === 'ok' && order && !known.some(({ id }) => id === order.id)) {
      known.push({
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

  type Wish = { key: string; lines: readonly Line[]; method: 'cod' | 'card'; coupon: string | null }

  function wishOf(random: Random): Wish {
    const [first, ...others] = shuffled(random, world.products)
    const products = random.chance(0.2) ? [first, ...others.slice(0, 1)] : [first]
    const lines = products.flatMap((one) => (one ? [{ product: one.id, units: 1 + random.below(2) }] : []))
    const method = bank && random.chance(0.5) ? 'card' : 'cod'
    return { key: randomUUID(), lines, method, coupon: random.chance(0.4) ? world.coupon.id : null }
  }

  /** Orders once, or with one key twice at once, or the same key for something else; repeats an unclear answer. */
  async function order({ client, account, random }: Lane): Promise<void> {
    const wish = wishOf(random)
    const tries = [place(client, account, wish)]
    if (random.chance(0.3)) tries.push(place(`${client}’`, account, wish))
    if (random.chance(0.1))
      tries.push(
        place(`${client}”`, account, { ...wish, method: 'cod', coupon: null, lines: wishOf(random).lines }),
      )
    const outcomes = await Promise.all(tries)
    if (outcomes.some(({ outcome }) => outcome === 'unknown') || random.chance(0.1))
      await place(client, account, wish)
  }

  /** Several accounts want the same goods with the same coupon at once. */
  async function rush({ client, random }: Lane): Promise<void> {
    const { id: product } = random.pick(world.products)
    const wish = { lines: [{ product, units: 1 }], method: 'cod', coupon: world.coupon.id } as const
    const some = shuffled(random, world.customers).slice(0, 4)
    await Promise.all(
      some.map((account, at) => place(`${client}.${at + 1}`, account, { ...wish, key: randomUUID() })),
    )
  }

  function readStock({ client, account, random }: Lane) {
    return stockOf(client, account, random.pick(world.products).id, random.chance(0.25))
  }

  /** A parameter passes by the pages that the shop keeps; without it they answer. */
  function stockOf(client: string, account: Account, product: string, isPage: boolean) {
    const isKept = isPage || hasReplica
    return by(client, account, { kind: 'read-stock', product, isKept }, () =>
      send(account, 'GET', `/products/${product}${isPage ? '' : '?all=0'}`),
    )
  }

  function readOrder(client: string, account: Account, order: string) {
    return by(client, account, { kind: 'read-order', order }, () => send(account, 'GET', `/orders/${order}`))
  }

  function cancel(client: string, { id: order, owner }: Known) {
    return by(client, owner, { kind: 'cancel', order }, () =>
      send(owner, 'POST', `/orders/${order}/cancellation`, {}),
    )
  }

  /** Cancels one order, sometimes twice at once. */
  async function cancelOne({ client, random }: Lane): Promise<void> {
    const one = recent(random)
    if (!one) return
    const twice = random.chance(0.5) ? [cancel(`${client}’`, one)] : []
    await Promise.all([cancel(client, one), ...twice])
  }

  /** Mostly one of the last orders, on which other clients work too. */
  function recent(random: Random, fits: (one: Known) => boolean = () => true): Known | undefined {
    const fitting = known.filter(fits)
    const some = random.chance(0.8) ? fitting.slice(-12) : fitting
    return some.length > 0 ? random.pick(some) : undefined
  }

  /** Pays at the bank; its report comes twice, at the same time as the browser's proof. */
  async function pay({ client, random }: Lane): Promise<void> {
    const one = recent(random, ({ isCard, payment }) => isCard && !payment)
    if (!bank || !one) return
    const { id: order, owner } = one
    const intent: { id?: string } = {}
    await by(client, owner, { kind: 'open-payment', order }, async () => {
      const response = await send(owner, 'POST', '/create-payment-intent', { order_id: order })
      const body = await response
        .clone()
        .json()
        .catch(() => null)
      if (body?.provider_order_id) intent.id = body.provider_order_id
      return response
    })
    if (!intent.id || one.payment) return
    const payment = bank.pay(intent.id, 'captured')
    one.payment = payment
    await record(
      'bank',
      null,
      { kind: 'bank-takes', order, payment: payment.id, amount: payment.amount },
      async () => ({ outcome: 'ok', told: {} }),
    )
    // Some hear of it only after the hold, or after a cancellation.
    if (random.chance(0.2)) await pause(50 + random.below(300))
    const event = `event_${randomUUID()}`
    const told = [report(one, payment, event), report(one, payment, event)]
    if (random.chance(0.5)) told.push(prove(client, one, payment))
    if (random.chance(0.3)) told.push(report(one, payment, `event_${randomUUID()}`))
    if (random.chance(0.3)) told.push(endHold(one))
    await Promise.all(told)
  }

  function report({ id: order }: Known, payment: Payment, event: string): Promise<Operation> {
    const asked = { kind: 'webhook', order, payment: payment.id, event } as const
    return record('bank', null, asked, async () => {
      if (!bank) throw new Error('there is no bank')
      const { rawBody, headers } = bank.webhook('payment.captured', payment, { eventId: event })
      return answerOf(
        asked,
        await send({ cookie: '' }, 'POST', '/webhooks/razorpay', rawBody, Object.fromEntries(headers)),
      )
    })
  }

  function prove(client: string, { id: order, owner }: Known, payment: Payment): Promise<Operation> {
    return by(client, owner, { kind: 'prove', order, payment: payment.id }, async () => {
      if (!bank) throw new Error('there is no bank')
      const { paymentId, signature } = bank.proofOf(payment)
      return send(owner, 'POST', '/process-payment', { order_id: order, payment_id: paymentId, signature })
    })
  }

  function endHold({ id: order }: Known): Promise<Operation> {
    return record('clock', null, { kind: 'end-hold', order }, async () => {
      await clock.endHold(order)
      return { outcome: 'ok', told: {} }
    })
  }

  async function endOneHold({ random }: Lane): Promise<void> {
    const one = recent(random, ({ isCard }) => isCard)
    if (one) await endHold(one)
  }

  /** Sends and delivers an order; the customer then asks for some of the money back, and two of the staff grant it. */
  async function deliver({ client, random }: Lane): Promise<void> {
    const one = recent(random, ({ isCard, payment }) => !isCard || payment !== null)
    if (!one) return
    const { id: order, owner, total } = one
    const { admin } = world
    const move = (to: string) =>
      by(`${client} (staff)`, admin, { kind: 'move', order, to }, () =>
        send(admin, 'PUT', `/orders/${order}`, { status: to }),
      )
    const first = await move(random.pick(['shipped', 'delivered']))
    if (first.outcome !== 'ok') return
    const invoice = (who: string, account: Account) =>
      by(who, account, { kind: 'invoice', order }, () => send(account, 'GET', `/orders/${order}/invoice`))
    await Promise.all([invoice(client, owner), invoice(`${client} (staff)`, admin), move('delivered')])
    if (random.chance(0.4)) return
    await by(client, owner, { kind: 'ask-refund', order }, () =>
      send(owner, 'POST', `/orders/${order}/refund-request`, { reason: 'damaged' }),
    )
    const amount = Math.max(100, Math.floor(total / 300) * 100)
    const grant = (who: string) =>
      by(who, admin, { kind: 'grant-refund', order, amount }, () =>
        send(admin, 'PUT', `/orders/${order}/refund-request`, { decision: 'approve', amount: amount / 100 }),
      )
    await Promise.all([grant(`${client} (staff)`), grant(`${client} (other staff)`)])
  }

  /** Looks at an order, at somebody else's, or at the list. */
  async function look({ client, account, random }: Lane): Promise<void> {
    const one = recent(random)
    if (!one) return
    if (random.chance(0.2))
      await by(client, account, { kind: 'list-orders' }, () => send(account, 'GET', '/orders?limit=100'))
    else await readOrder(client, random.chance(0.8) ? one.owner : account, one.id)
  }

  const DEEDS: ((lane: Lane) => Promise<unknown>)[] = [
    ...Array<typeof order>(6).fill(order),
    rush,
    ...Array<typeof readStock>(4).fill(readStock),
    ...Array<typeof cancelOne>(4).fill(cancelOne),
    ...Array<typeof pay>(3).fill(pay),
    endOneHold,
    deliver,
    look,
    look,
  ]

  type Lane = { client: string; account: Account; random: Random }

  async function run(at: number): Promise<void> {
    const account = world.customers[at % world.customers.length]
    if (!account) throw new Error('there is no account')
    const lane = { client: `client ${at + 1}`, account, random: randomOf(seed * 1_000 + at) }
    while (isOn) {
      const before = history.length
      await lane.random.pick(DEEDS)(lane)
      // A shop that is away is asked again a moment later.
      const isAway = history.slice(before).some(({ outcome }) => outcome === 'unknown')
      await pause(isAway ? 50 : 0)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, (_, at) => run(at)))

  return {
    history: history as readonly Operation[],
    /** Resolves when `more` further orders were acknowledged. */
    async acknowledged(more: number): Promise<void> {
      const enough = made + more
      while (made < enough) await once(placed, 'made')
    },
    /** Resolves when every client has ended what it was doing. */
    async stop(): Promise<void> {
      isOn = false
      await all
    },
    /**
     * Does what clients and bank do after a trouble, until every answer is clear: repeats orders with their keys and
     * reports of payments, waits for the shop's jobs, and reads everything once more. Returns what remained unclear.
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
      for (const one of unclear) {
        const account = byId.get(one.account ?? '')
        if (one.kind === 'place' && account) left.push(await isClear(() => place('afterwards', account, one)))
      }
      for (const one of known) {
        const { payment } = one
        if (payment) left.push(await isClear(() => report(one, payment, `event_${payment.id}`)))
      }
      await clock.allDone()
      for (const { id: product } of world.products) {
        left.push(await isClear(() => stockOf('afterwards', world.admin, product, false)))
      }
      for (const { id, owner } of known) left.push(await isClear(() => readOrder('afterwards', owner, id)))
      await clock.close()
      return left.filter((one) => one !== null)
    },
  }
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: random.below(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Answers that do not say whether something was done; a proxy's own among them. */
const UNCLEAR = (status: number) => status >= 500 || status === 408

/** What a response came to, with the parts that the checker compares. */
export async function answerOf(asked: Asked, response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  if (UNCLEAR(status)) return { outcome: 'unknown', told: { trouble: `status ${status}` } }
  const isJson = headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(text) : null
  if (status >= 400) return { outcome: 'refused', told: { reason: body?.code ?? `status ${status}` } }
  if (asked.kind === 'read-stock') return { outcome: 'ok', told: { stock: body.stock_quantity } }
  if (asked.kind === 'list-orders')
    return { outcome: 'ok', told: { orders: body.map(({ id }: { id: string }) => id) } }
  if (asked.kind === 'invoice') {
    const name = /filename="([^"]+)\.pdf"/.exec(headers.get('content-disposition') ?? '')?.[1]
    return { outcome: 'ok', told: name === undefined ? {} : { number: name } }
  }
  return { outcome: 'ok', told: body?.order_items ? { order: toldOrder(body) } : {} }
}

const paise = (rupees: number) => Math.round(rupees * 100)

// biome-ignore lint/suspicious/noExplicitAny: the contract's tests check the form of an order
function toldOrder(body: any): ToldOrder {
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
