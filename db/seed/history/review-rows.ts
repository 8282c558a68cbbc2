import type { PastOrder } from './order.ts'
import type { Customer } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { SAMPLE_WORDS, type SampleWords } from './review-words.ts'

const SEED = 20_231_122
const DAY_MS = 24 * 3600 * 1000
const TRIES = 20

/**
 * Reviews by sample customers, a few days after delivery. Like all sample reviews they are marked, and the shop never
 * shows them as customers' reviews.
 */
export function reviewRows(orders: readonly PastOrder[], now: Date) {
  const random = createRandom(SEED)
  const received = new Map<number, Received[]>()
  for (const order of orders) {
    const delivered = order.moves.find(({ to }) => to === 'delivered')
    if (!delivered || order.refundedAt) continue
    for (const product of productsOf(order)) {
      const list = received.get(product.number) ?? []
      received.set(product.number, list)
      list.push({ customer: order.customer, productId: product.id, at: delivered.at })
    }
  }
  const told = new Set<string>()
  return SAMPLE_WORDS.flatMap((words) => {
    const found = writerOf(random, received.get(words.product) ?? [], told, now)
    return found ? [rowOf(found, words)] : []
  })
}

type Received = { customer: Customer; productId: string; at: Date }

function productsOf({ lines }: PastOrder) {
  return new Set(lines.flatMap(({ product, picks }) => [product, ...picks.map((pick) => pick.product)]))
}

/** A customer without a review yet whose review would lie in the past. */
function writerOf(random: Random, received: readonly Received[], told: Set<string>, now: Date) {
  for (let tried = 0; received.length > 0 && tried < TRIES; tried += 1) {
    const one = random.pick(received)
    const writtenAt = new Date(one.at.getTime() + (1 + 12 * random.next()) * DAY_MS)
    const { id, fullName } = one.customer
    const author = authorOf(fullName)
    if (writtenAt >= now || told.has(id) || told.has(author)) continue
    told.add(id).add(author)
    return { ...one, writtenAt, author }
  }
  return null
}

function rowOf(
  { customer, productId, writtenAt, author }: Received & { writtenAt: Date; author: string },
  { rating, summary }: SampleWords,
) {
  return {
    product_id: productId,
    user_id: customer.id,
    author_name: author,
    rating,
    summary,
    verified: true,
    is_seed: true,
    created_at: writtenAt,
  }
}

/** 'Chitra Das (sample)' becomes 'Chitra D.'. */
function authorOf(fullName: string): string {
  const [first = '', last = ''] = fullName.split(' ')
  return `${first} ${last.slice(0, 1)}.`
}
