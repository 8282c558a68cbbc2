/** What clients asked of the shop and what they were told, with times of one monotonic clock, in milliseconds. */

/** An order's line. */
export type Line = { product: string; units: number }

/** What one request, or one deed at the bank, asks for. Orders, products and payments are ids. */
export type Asked =
  | { kind: 'place'; key: string; lines: readonly Line[]; method: 'cod' | 'card'; coupon: string | null }
  /** `isKept`: from a page or replica that may be older than the question. */
  | { kind: 'read-stock'; product: string; isKept: boolean }
  | { kind: 'read-order'; order: string }
  | { kind: 'list-orders' }
  | { kind: 'cancel'; order: string }
  /** Staff set an order's status. */
  | { kind: 'move'; order: string; to: string }
  | { kind: 'open-payment'; order: string }
  /** The bank takes the money; the shop does not know yet. */
  | { kind: 'bank-takes'; order: string; payment: string; amount: number }
  /** The browser returns from the bank with its proof. */
  | { kind: 'prove'; order: string; payment: string }
  | { kind: 'webhook'; order: string; payment: string; event: string }
  /** The time to pay is made to end, and the shop's job that looks at the payment is started. */
  | { kind: 'end-hold'; order: string }
  | { kind: 'ask-refund'; order: string }
  /** Staff grant a refund of this many paise. */
  | { kind: 'grant-refund'; order: string; amount: number }
  | { kind: 'invoice'; order: string }

/** An order as an answer showed it; amounts in paise. */
export type ToldOrder = {
  id: string
  user: string
  status: string
  paymentStatus: string
  total: number
  discount: number
  couponCode: string | null
}

/** The parts of an answer that the checker compares; only those that it had. */
export type Told = {
  /** The refusal's code. */
  reason?: string
  order?: ToldOrder
  stock?: number
  /** Ids of all listed orders. */
  orders?: readonly string[]
  /** Of an invoice. */
  number?: string
  /** Why the outcome is unknown: a status of the server or an error of the network. */
  trouble?: string
}

/**
 * `unknown`: no answer, or one that does not say whether it was done. It may have been done, may yet be done after
 * `ended`, or never.
 */
export type Outcome = 'ok' | 'refused' | 'unknown'

export type Operation = Asked & {
  /** Its place in the history. */
  id: number
  client: string
  /** The id of the signed-in account; null for the bank and the clock. */
  account: string | null
  invoked: number
  ended: number
  outcome: Outcome
  told: Told
}

/** The operations of this kind. */
export function operationsOf<Kind extends Asked['kind']>(
  history: readonly Operation[],
  kind: Kind,
): Extract<Operation, { kind: Kind }>[] {
  return history.filter((one) => one.kind === kind) as Extract<Operation, { kind: Kind }>[]
}

/** What a request came to. */
export type Answer = { outcome: Outcome; told: Told }

/** Writes down operations while they happen. */
export function startHistory() {
  const history: Operation[] = []

  /** Runs one operation; one that throws has an unknown outcome. */
  async function record(
    client: string,
    account: string | null,
    asked: Asked,
    work: () => Promise<Answer>,
  ): Promise<Operation> {
    const invoked = performance.now()
    const answer = await work().catch(
      (error: Error): Answer => ({
        outcome: 'unknown',
        told: { trouble: `${error.name}: ${error.message}` },
      }),
    )
    const operation = {
      ...asked,
      id: history.length,
      client,
      account,
      invoked,
      ended: performance.now(),
      ...answer,
    }
    history.push(operation)
    return operation
  }

  return { history, record }
}

/** One operation in words, for a violation. */
export function inWords(operation: Operation): string {
  const { id, client, invoked, ended, outcome, told } = operation
  const times = `${Math.round(invoked)}–${outcome === 'unknown' ? '?' : Math.round(ended)} ms`
  return `#${id} ${client} ${askedInWords(operation)} → ${toldInWords(outcome, told)} (${times})`
}

function askedInWords(asked: Asked): string {
  switch (asked.kind) {
    case 'place': {
      const lines = asked.lines.map(({ product, units }) => `${units} × ${short(product)}`).join(' + ')
      return `orders ${lines}${asked.coupon ? ` with coupon ${short(asked.coupon)}` : ''} (key ${short(asked.key)})`
    }
    case 'read-stock':
      return `reads the stock of ${short(asked.product)}${asked.isKept ? ' as kept' : ''}`
    case 'list-orders':
      return 'lists its orders'
    case 'move':
      return `sets order ${short(asked.order)} to ${asked.to}`
    case 'grant-refund':
      return `grants a refund of ${asked.amount} paise for order ${short(asked.order)}`
    case 'bank-takes':
      return `takes ${asked.amount} paise (${asked.payment}) for order ${short(asked.order)}`
    default:
      return `${asked.kind} of order ${short(asked.order)}`
  }
}

function toldInWords(outcome: Outcome, { reason, order, stock, orders, number, trouble }: Told): string {
  const parts = [
    outcome === 'unknown' ? `no clear answer (${trouble})` : outcome,
    reason,
    order && `order ${short(order.id)} ${order.status}, ${order.paymentStatus}, ${order.total} paise`,
    stock !== undefined && `stock ${stock}`,
    orders && `${orders.length} orders`,
    number,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The first part of an id. */
export function short(id: string): string {
  return id.slice(0, 8)
}
