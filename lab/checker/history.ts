/** The history: operations with invocation, response and times of one monotonic clock, in milliseconds. */

/** An order's line. */
export type Line = { product: string; units: number }

/** An invocation. Orders, products and payments are ids. */
export type Invocation =
  | { kind: 'place'; key: string; lines: readonly Line[]; method: 'cod' | 'card'; coupon: string | null }
  /** `mayBeStale`: the read may come from a page cache or replica. */
  | { kind: 'read-stock'; product: string; mayBeStale: boolean }
  | { kind: 'read-order'; order: string }
  | { kind: 'list-orders' }
  | { kind: 'cancel'; order: string }
  /** Staff set an order's status. */
  | { kind: 'set-status'; order: string; to: string }
  | { kind: 'open-payment'; order: string }
  /** The bank captures the payment; the shop does not know yet. */
  | { kind: 'bank-captures'; order: string; payment: string; amount: number }
  /** The browser returns from the bank with a signature. */
  | { kind: 'verify-payment'; order: string; payment: string }
  | { kind: 'webhook'; order: string; payment: string; event: string }
  /** Ends the hold and starts the shop's job that checks the payment. */
  | { kind: 'end-hold'; order: string }
  | { kind: 'request-refund'; order: string }
  /** Staff approve a refund of this many paise. */
  | { kind: 'approve-refund'; order: string; amount: number }
  | { kind: 'invoice'; order: string }

/** An order in a response; amounts in paise. */
export type ResponseOrder = {
  id: string
  user: string
  status: string
  paymentStatus: string
  total: number
  discount: number
  couponCode: string | null
}

/** The parts of a response that the checker reads. */
export type OperationResponse = {
  /** The refusal's code. */
  reason?: string
  order?: ResponseOrder
  stock?: number
  /** Ids of all listed orders. */
  orders?: readonly string[]
  /** The invoice's number. */
  number?: string
  /** The status or network error of an unknown outcome. */
  trouble?: string
}

/** `unknown`: the operation may take effect at any time after its invocation, or never. */
export type Outcome = 'ok' | 'refused' | 'unknown'

export type Operation = Invocation & {
  /** Index in the history. */
  id: number
  client: string
  /** The id of the signed-in account; null for the bank and the clock. */
  account: string | null
  invokedAt: number
  completedAt: number
  outcome: Outcome
  response: OperationResponse
}

export function operationsOf<Kind extends Invocation['kind']>(
  history: readonly Operation[],
  kind: Kind,
): Extract<Operation, { kind: Kind }>[] {
  return history.filter((operation) => operation.kind === kind) as Extract<Operation, { kind: Kind }>[]
}

export type Completion = { outcome: Outcome; response: OperationResponse }

/** Starts an empty history. */
export function startHistory() {
  const history: Operation[] = []

  /** Runs one operation and adds it to the history. After an error its outcome is unknown. */
  async function record(
    client: string,
    account: string | null,
    invocation: Invocation,
    work: () => Promise<Completion>,
  ): Promise<Operation> {
    const invokedAt = performance.now()
    const completion = await work().catch(
      (error: Error): Completion => ({
        outcome: 'unknown',
        response: { trouble: `${error.name}: ${error.message}` },
      }),
    )
    const operation = {
      ...invocation,
      id: history.length,
      client,
      account,
      invokedAt,
      completedAt: performance.now(),
      ...completion,
    }
    history.push(operation)
    return operation
  }

  return { history, record }
}

/** Describes an operation for a violation. */
export function describeOperation(operation: Operation): string {
  const { id, client, invokedAt, completedAt, outcome, response } = operation
  const times = `${Math.round(invokedAt)}–${outcome === 'unknown' ? '?' : Math.round(completedAt)} ms`
  return `#${id} ${client} ${describeInvocation(operation)} → ${describeResponse(outcome, response)} (${times})`
}

function describeInvocation(invocation: Invocation): string {
  switch (invocation.kind) {
    case 'place': {
      const lines = invocation.lines.map(({ product, units }) => `${units} × ${short(product)}`).join(' + ')
      return `orders ${lines}${invocation.coupon ? ` with coupon ${short(invocation.coupon)}` : ''} (key ${short(invocation.key)})`
    }
    case 'read-stock':
      return `reads the stock of ${short(invocation.product)}${invocation.mayBeStale ? ' from a cache' : ''}`
    case 'list-orders':
      return 'lists its orders'
    case 'set-status':
      return `sets order ${short(invocation.order)} to ${invocation.to}`
    case 'approve-refund':
      return `approves a refund of ${invocation.amount} paise for order ${short(invocation.order)}`
    case 'bank-captures':
      return `captures ${invocation.amount} paise (${invocation.payment}) for order ${short(invocation.order)}`
    default:
      return `${invocation.kind} of order ${short(invocation.order)}`
  }
}

function describeResponse(
  outcome: Outcome,
  { reason, order, stock, orders, number, trouble }: OperationResponse,
): string {
  const parts = [
    outcome === 'unknown' ? `unknown outcome (${trouble})` : outcome,
    reason,
    order && `order ${short(order.id)} ${order.status}, ${order.paymentStatus}, ${order.total} paise`,
    stock !== undefined && `stock ${stock}`,
    orders && `${orders.length} orders`,
    number,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Shortens an id. */
export function short(id: string): string {
  return id.slice(0, 8)
}
