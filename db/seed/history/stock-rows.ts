import { dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import type { History } from './history.ts'
import type { PastOrder } from './order.ts'

/**
 * Returns the stock movements of the year, oldest first. Each month begins with a delivery of the units that its orders
 * need, and a final movement writes off returned units: levels end as they began, and are never lower.
 */
export function stockRows({ orders, startsAt }: Pick<History, 'orders' | 'startsAt'>) {
  const moves = orders.flatMap((order) => movesOf(order))
  const year = [...deliveries(moves, startsAt), ...moves].toSorted(
    (first, second) => first.created_at.getTime() - second.created_at.getTime(),
  )
  return [...year, ...writeOffs(moves, year.at(-1)?.created_at ?? startsAt)]
}

type Movement = {
  product_id: string
  quantity: number
  reason: 'order' | 'cancellation' | 'admin'
  order_id: string | null
  actor_id: string | null
  created_at: Date
}

function movesOf({ id, customer, lines, placedAt, moves }: PastOrder): Movement[] {
  const units = new Map<string, number>()
  const count = (productId: string, number: number) =>
    units.set(productId, (units.get(productId) ?? 0) + number)
  for (const { product, quantity, picks } of lines) {
    count(product.id, quantity)
    for (const pick of picks) count(pick.product.id, pick.count * quantity)
  }
  const cancelled = moves.find(({ to }) => to === 'cancelled')
  const order = { order_id: id, actor_id: customer.id }
  return [...units].flatMap(([product_id, number]): Movement[] => [
    { product_id, quantity: -number, reason: 'order', ...order, created_at: placedAt },
    ...(cancelled
      ? [
          {
            product_id,
            quantity: number,
            reason: 'cancellation' as const,
            ...order,
            created_at: cancelled.at,
          },
        ]
      : []),
  ])
}

function deliveries(moves: readonly Movement[], startsAt: Date): Movement[] {
  const orderMoves = moves.filter(({ reason }) => reason === 'order')
  const deliveryTime = ({ created_at }: Movement) => {
    const month = startOf(monthOf(dayOf(created_at)))
    return month < startsAt ? startsAt : month
  }
  const months = Map.groupBy(orderMoves, (move) => `${move.product_id} ${deliveryTime(move).getTime()}`)
  return [...months.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => byAdmin(first, -sumOf(group), deliveryTime(first))),
  )
}

function writeOffs(moves: readonly Movement[], at: Date): Movement[] {
  const returnMoves = moves.filter(({ reason }) => reason === 'cancellation')
  const products = Map.groupBy(returnMoves, ({ product_id }) => product_id)
  return [...products.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => byAdmin(first, -sumOf(group), at)),
  )
}

function sumOf(moves: readonly Movement[]): number {
  return moves.reduce((sum, { quantity }) => sum + quantity, 0)
}

function byAdmin({ product_id }: Movement, quantity: number, created_at: Date): Movement {
  return { product_id, quantity, reason: 'admin', order_id: null, actor_id: null, created_at }
}
