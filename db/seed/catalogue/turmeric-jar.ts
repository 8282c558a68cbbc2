import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { rupees } from '#shop/kernel/money.ts'
import { nutrients } from './daily-values.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'
import { SPICE_MIXTURE } from './tastemaker.ts'

/** Sold as a jar, not as a packet to pick for a mix. */
export const TURMERIC_JAR: SeedProduct = {
  id: seedId(30),
  number: 30,
  name: 'Turmeric Tastemaker',
  slug: 'turmeric-tastemaker',
  category: 'tastemakers',
  cuisine: 'indian',
  price: rupees(199),
  discountPrice: null,
  shortDescription: 'A 100 g jar of Lakadong turmeric with pepper and dry ginger.',
  description:
    'Lakadong is a small, dark turmeric grown in the Jaintia hills, and it tastes of earth and orange peel more than of colour. We add pepper, dry ginger and a little cinnamon so that it is ready for milk, dal or the tadka pan. A glass jar, because turmeric stains everything else.',
  imageUrls: [picture('tin-turmeric'), picture('motif-turmeric')],
  ingredients: ['Lakadong turmeric (72%)', 'Dry ginger (14%)', 'Black pepper (8%)', 'Cinnamon (6%)'],
  benefits: [
    'No salt, sugar or filler',
    'One jar is about 33 level teaspoons',
    'The glass jar is yours to keep',
  ],
  usageInstructions: [
    'For dal or sabzi: one level teaspoon in hot oil, before the vegetables.',
    'For milk: half a teaspoon in a cup, brought to the boil once.',
    'Close the jar well and keep it out of the sun; light fades turmeric.',
  ],
  allergens: [NO_KNOWN_ALLERGENS],
  healthFocus: ['plant-based'],
  region: 'Jaintia hills, Meghalaya',
  spiceLevel: 0,
  sweetLevel: null,
  nutrition: {
    servingSize: '3 g (one level teaspoon)',
    calories: 9,
    protein: 0.2,
    carbohydrates: 1.4,
    fat: 0.1,
    fiber: 0.7,
    vitamins: nutrients({ 'Vitamin B6': 0.02 }),
    minerals: nutrients({ Iron: 0.6, Magnesium: 6, Sodium: 1 }),
  },
  tastemakerPicks: 0,
  isPick: false,
  netQuantity: '100 g',
  shelfLife: '8 months; best within 6 weeks after opening',
  hsnCode: SPICE_MIXTURE,
  countryOfOrigin: 'India',
  isNew: true,
  stockQuantity: 54,
}
