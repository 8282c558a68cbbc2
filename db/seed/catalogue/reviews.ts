import { seedId } from './seed-product.ts'

/** A review written for demonstration; the shop labels it as such and never as a customer's. */
export type SeedReview = {
  productId: string
  authorName: string
  rating: 1 | 2 | 3 | 4 | 5
  summary: string
  writtenDaysAgo: number
  isSeed: true
  /** The shop's answer, a day later. */
  answer: string
}

function review(
  product: number,
  authorName: string,
  rating: SeedReview['rating'],
  writtenDaysAgo: number,
  summary: string,
  answer = '',
): SeedReview {
  return { productId: seedId(product), authorName, rating, summary, writtenDaysAgo, isSeed: true, answer }
}

/** Reviews of seven products. The others show a product page without reviews. */
export const SEED_REVIEWS: readonly SeedReview[] = [
  review(
    1,
    'Meenakshi R.',
    5,
    12,
    'I grew up on ragi and had stopped cooking it. Ten minutes, my own tadka on top, and my grandson asks for the brown sachet by name.',
  ),
  review(
    1,
    'Harpreet S.',
    4,
    37,
    'Twenty dinners I did not have to think about. I would like to choose all 25 tastemakers and not only ten.',
  ),
  review(
    1,
    'Nikhil D.',
    3,
    64,
    'Filling, and the bajra is very good. The ragi needed more water than the card says.',
    'Thank you, Nikhil. Ragi drinks more water than bajra: begin as the card says, and add a little until it is soft.',
  ),
  review(2, 'Lakshmi V.', 5, 21, 'Cracked and not powdered, so it eats like upma. Second pouch.'),
  review(
    2,
    'Tanvi M.',
    4,
    48,
    'Plain, as promised. With Elaichi Gud and milk it is breakfast for both children.',
  ),
  review(17, 'Joseph K.', 5, 9, 'On bajra, with a fried egg. This is my Tuesday now.'),
  review(17, 'Ananya P.', 3, 55, 'Honest heat, too much for me. Half a packet with curd was right.'),
  review(13, 'Selvi A.', 4, 30, 'Pepper first, as it should be. I add a little more fennel.'),
  review(28, 'Farida B.', 5, 18, 'You can see the saffron threads. We kept two packets for Eid morning.'),
  review(
    33,
    'Ritu S.',
    5,
    15,
    'One box in the drawer and one in the lab. It is the only water I remember to drink.',
  ),
  review(
    33,
    'Kabir A.',
    3,
    41,
    'Mango chilli went first and ginger lemon second. Mint is not for me; I wish the box came in one flavour.',
  ),
  review(
    31,
    'Sunita G.',
    4,
    26,
    'Held a hot khichdi from Nashik to Mumbai without going soft. The lids could be tighter.',
  ),
]
