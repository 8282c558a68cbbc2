import type { ProductContent } from '#shop/catalogue/product-fields.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { rupees } from '#shop/kernel/money.ts'
import { nutrients } from './daily-values.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'

/**
 * Fields of both boxes. With 500 ml water, a stick has less than 0.5 g sugars in 100 ml, the limit for "sugar free"
 * in the Food Safety and Standards (Advertising and Claims) Regulations, 2018.
 */
const BOX = {
  category: 'hydration',
  cuisine: null,
  discountPrice: null,
  region: null,
  spiceLevel: null,
  sweetLevel: null,
  healthFocus: ['sugar-free', 'plant-based'],
  allergens: [NO_KNOWN_ALLERGENS],
  tastemakerPicks: 0,
  isPick: false,
  netQuantity: '150 g (30 sticks × 5 g)',
  shelfLife: '8 months; best within 6 weeks after opening',
  hsnCode: '21069099',
  countryOfOrigin: 'India',
} satisfies Partial<ProductContent>

const SERVING = '5 g (one stick in 500 ml water)'

export const HYDRATION: readonly SeedProduct[] = [
  {
    ...BOX,
    id: seedId(33),
    number: 33,
    name: 'Replenish Flavoured Box of 30 Sticks',
    slug: 'mixed-flavour',
    price: rupees(269),
    shortDescription: 'Ten each of mint mojito, ginger lemon and mango chilli.',
    description:
      'Ten sticks each of mint mojito, ginger lemon and mango chilli. Fruit, spice and mineral salts that turn a bottle of water into something you look forward to finishing, at a desk or in a reading room. Lightly salty, properly sour, sweetened with a very little stevia. A flavoured drink mix, not a medicine.',
    imageUrls: [
      picture('replenish-box-mixed'),
      picture('replenish-stick-mint-mojito'),
      picture('replenish-stick-ginger-lemon'),
      picture('replenish-stick-mango-chilli'),
    ],
    ingredients: [
      'Chicory fibre (inulin) (22%)',
      'Fruit, herb and spice powders (20%): lime, spearmint and black salt; or lemon, ginger and black pepper; or mango and Byadgi chilli',
      'Citric acid (INS 330) (17%)',
      'Tripotassium citrate (INS 332(ii)) (11%)',
      'Sea salt (8%)',
      'Trisodium citrate (INS 331(iii)) (8%)',
      'Magnesium citrate (6%)',
      'Amla powder (5%)',
      'Tulsi leaf extract (2%)',
      'Ascorbic acid (vitamin C, INS 300)',
      'Sweetener: steviol glycosides (INS 960)',
    ],
    benefits: [
      '250 mg sodium, 200 mg potassium and 50 mg magnesium in a stick',
      '40 mg vitamin C in a stick',
      '7 kcal and no added sugar',
      'No colour and no caffeine',
    ],
    usageInstructions: [
      'Mix one stick with 500 ml water.',
      'Stir until dissolved.',
      'Enjoy through the day. It contains salt and a sweetener: two sticks a day is plenty, and it is not meant for children.',
    ],
    nutrition: {
      servingSize: SERVING,
      calories: 7,
      protein: 0,
      carbohydrates: 1.2,
      fat: 0,
      fiber: 1,
      vitamins: nutrients({ 'Vitamin C': 40 }),
      minerals: nutrients({ Sodium: 250, Potassium: 200, Magnesium: 50 }),
    },
    isNew: true,
    stockQuantity: 214,
  },
  {
    ...BOX,
    id: seedId(34),
    number: 34,
    name: 'Replenish Unflavoured Box of 30 Sticks',
    slug: 'unflavoured-30-sticks',
    price: rupees(249),
    shortDescription: 'Minerals and salt, tastes of nearly nothing. Goes into anything.',
    description:
      'Minerals and salt that taste of nearly nothing. Put a stick into nimbu pani, coconut water, thin chaas or a bottle of tap water, and the drink stays itself. No sweetener in this one and nothing to colour it. A drink mix, not a medicine.',
    imageUrls: [picture('replenish-box-unflavoured'), picture('replenish-stick-unflavoured')],
    ingredients: [
      'Chicory fibre (inulin) (46%)',
      'Tripotassium citrate (INS 332(ii)) (14%)',
      'Sea salt (10%)',
      'Trisodium citrate (INS 331(iii)) (10%)',
      'Magnesium citrate (8%)',
      'Amla extract (6%)',
      'Citric acid (INS 330) (4%)',
      'Tulsi leaf extract',
      'Ascorbic acid (vitamin C, INS 300)',
    ],
    benefits: [
      '310 mg sodium, 250 mg potassium and 65 mg magnesium in a stick',
      '40 mg vitamin C in a stick',
      '2.1 g fibre in a stick',
      'No sweetener, flavouring, colour or caffeine',
    ],
    usageInstructions: [
      'Mix one stick with 500 ml water, or with any cold drink you already make.',
      'Stir until dissolved.',
      'Enjoy through the day. It contains salt: two sticks a day is plenty, and it is not meant for children.',
    ],
    nutrition: {
      servingSize: SERVING,
      calories: 6,
      protein: 0,
      carbohydrates: 0.5,
      fat: 0,
      fiber: 2.1,
      vitamins: nutrients({ 'Vitamin C': 40 }),
      minerals: nutrients({ Sodium: 310, Potassium: 250, Magnesium: 65 }),
    },
    isNew: true,
    stockQuantity: 127,
  },
]
