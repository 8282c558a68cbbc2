import { DAY_MS } from '#shop/kernel/duration.ts'
import type { PastOrder } from './order.ts'
import type { Customer } from './people.ts'
import { createRandom, type Random } from './random.ts'

const SAMPLE_WORDS: readonly SampleWords[] = [
  {
    product: 1,
    rating: 5,
    summary: 'Second box. We finished the bajra sachets first and fought over the last Malvani Coconut.',
  },
  {
    product: 1,
    rating: 5,
    summary: 'Bought for my father, who has stopped eating rice at night. He cooks it himself now.',
  },
  {
    product: 1,
    rating: 4,
    summary: 'Good value for twenty meals. The card could say how much salt is in each tastemaker.',
  },
  {
    product: 1,
    rating: 4,
    summary: 'Took a week to get the water right, then it was dinner in ten minutes.',
  },
  {
    product: 1,
    rating: 2,
    summary: 'Fine food, but the carton came with a crushed corner and two sachets had opened.',
  },
  {
    product: 1,
    rating: 5,
    summary: 'Picked ten flavours with my daughter on the phone. She is in a hostel and cooks in a kettle.',
  },
  { product: 2, rating: 5, summary: 'Tastes like the mudde of my childhood, only quicker.' },
  { product: 2, rating: 4, summary: 'Filling until lunch. I add grated carrot and a spoon of curd.' },
  { product: 2, rating: 3, summary: 'Honest ragi. My children wanted something sweeter with it.' },
  { product: 2, rating: 5, summary: 'My mother checks every label. She approved of this one.' },
  { product: 3, rating: 5, summary: 'Nutty, and it does not turn to paste. Best with Haldi Jeera.' },
  {
    product: 3,
    rating: 4,
    summary: 'Good in winter with jaggery and ghee. A little coarse for my grandmother.',
  },
  { product: 3, rating: 4, summary: 'Keeps its bite even when I forget it on the stove.' },
  { product: 4, rating: 5, summary: 'One bowl after the gym and I am done until dinner.' },
  { product: 4, rating: 3, summary: 'The pea protein is easy to taste. Tandoori covers it.' },
  { product: 10, rating: 5, summary: 'Smells like the one my aunt grinds at home.' },
  { product: 11, rating: 4, summary: 'Smoke and chilli in the right order. I use half for the children.' },
  { product: 15, rating: 5, summary: 'Only turmeric and cumin, and that is all I wanted.' },
  { product: 16, rating: 4, summary: 'Coconut first, then the warmth. Goes with fish, too.' },
  { product: 18, rating: 4, summary: 'Sesame and thyme over bajra with olive oil. Nobody missed the bread.' },
  { product: 20, rating: 5, summary: 'Lemongrass that tastes of lemongrass. Soup in five minutes.' },
  { product: 22, rating: 3, summary: 'Smoky, a bit sweet for me.' },
  { product: 25, rating: 4, summary: 'Sour and hot. The lime is real.' },
  { product: 26, rating: 5, summary: 'Cocoa on ragi for breakfast. The little one calls it chocolate upma.' },
  { product: 29, rating: 4, summary: 'Apple and cinnamon in hot milk. We buy ten at a time.' },
  { product: 30, rating: 5, summary: 'Bright, clean, and the lid closes properly.' },
  { product: 30, rating: 4, summary: 'A small jar that lasts. I would buy a larger one.' },
  { product: 31, rating: 2, summary: 'Two of the ten leaked with sambar after an hour.' },
  {
    product: 31,
    rating: 5,
    summary: 'Used them for a birthday at school. They went into the compost after.',
  },
  { product: 31, rating: 4, summary: 'Strong enough for curd rice. A little small for a full meal.' },
  {
    product: 32,
    rating: 5,
    summary: 'A present for my brother in his first flat. He has ordered it again himself.',
  },
  { product: 32, rating: 4, summary: 'Nice pairing. I would swap one of the mixes if I could.' },
  { product: 32, rating: 3, summary: 'Everything is good, the box is larger than what is in it.' },
  { product: 33, rating: 5, summary: 'Ginger lemon on the train from Pune every Friday.' },
  { product: 33, rating: 4, summary: 'Not too sweet. The sticks tear cleanly.' },
  { product: 33, rating: 5, summary: 'We keep a box at the clinic. It was gone in two weeks of May.' },
  { product: 33, rating: 3, summary: 'Mint is strong. The other two are lovely.' },
  { product: 34, rating: 4, summary: 'No flavour, as it says. I put it into nimbu pani.' },
  { product: 34, rating: 5, summary: 'For my mother, who dislikes anything sweet in water.' },
  { product: 34, rating: 3, summary: 'Dissolves slowly in cold water. Warm is better.' },
]

const SEED = 20_231_122
const MAX_ATTEMPTS = 20

/**
 * Returns reviews by sample customers, a few days after delivery. All are marked as samples, which the shop never
 * shows as customers' reviews.
 */
export function reviewRows(orders: readonly PastOrder[], now: Date) {
  const random = createRandom(SEED)
  const purchases = new Map<number, Purchase[]>()
  for (const order of orders) {
    const delivered = order.moves.find(({ to }) => to === 'delivered')
    if (!delivered || order.refundedAt) continue
    for (const product of productsOf(order)) {
      const list = purchases.get(product.number) ?? []
      purchases.set(product.number, list)
      list.push({ customer: order.customer, productId: product.id, at: delivered.at })
    }
  }
  const writers = new Set<string>()
  return SAMPLE_WORDS.flatMap((words) => {
    const purchase = writerOf(random, purchases.get(words.product) ?? [], writers, now)
    return purchase ? [rowOf(purchase, words)] : []
  })
}

type Purchase = { customer: Customer; productId: string; at: Date }

function productsOf({ lines }: PastOrder) {
  return new Set(lines.flatMap(({ product, picks }) => [product, ...picks.map((pick) => pick.product)]))
}

/** Picks a customer who has not written a review yet, and a time of writing in the past. */
function writerOf(random: Random, purchases: readonly Purchase[], writers: Set<string>, now: Date) {
  for (let attempt = 0; purchases.length > 0 && attempt < MAX_ATTEMPTS; attempt += 1) {
    const purchase = random.pick(purchases)
    const writtenAt = new Date(purchase.at.getTime() + (1 + 12 * random.next()) * DAY_MS)
    const { id, fullName } = purchase.customer
    const author = authorOf(fullName)
    if (writtenAt >= now || writers.has(id) || writers.has(author)) continue
    writers.add(id).add(author)
    return { ...purchase, writtenAt, author }
  }
  return null
}

function rowOf(
  { customer, productId, writtenAt, author }: Purchase & { writtenAt: Date; author: string },
  { rating, summary }: SampleWords,
) {
  return {
    product_id: productId,
    user_id: customer.id,
    author_name: author,
    rating,
    summary,
    is_seed: true,
    created_at: writtenAt,
  }
}

/** Returns 'Chitra D.' for 'Chitra Das (sample)'. */
function authorOf(fullName: string): string {
  const [first = '', last = ''] = fullName.split(' ')
  return `${first} ${last.slice(0, 1)}.`
}

/** Texts of sample reviews, used once each; `product` is a catalogue number. */
type SampleWords = { product: number; rating: 1 | 2 | 3 | 4 | 5; summary: string }
