import type { WantedLine } from '#shop/carts/priced-cart.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { OrderLineInput } from '#shop/orders/input.ts'

/**
 * The lines of a cart as an order asks for them, picks written out as one id per packet. Null when a line names
 * something that is not on sale (it then has a catalogue number where its id should be).
 */
export function orderedLines(lines: readonly WantedLine[]): OrderLineInput[] | null {
  const ids = lines.flatMap((line) => [line.productId, ...line.picks.map((pick) => pick.productId)])
  return ids.every(isUuid) ? lines.map(orderedLine) : null
}

function orderedLine({ productId, quantity, picks }: WantedLine): OrderLineInput {
  if (picks.length === 0) return { productId, quantity }
  const tastemakers = picks.flatMap((pick) => Array<string>(pick.count).fill(pick.productId))
  return { productId, quantity, tastemakers }
}
