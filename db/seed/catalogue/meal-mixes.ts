import { COMPLETE_BOX_ID } from '#shop/catalogue/product.ts'
import type { ProductContent } from '#shop/catalogue/product-fields.ts'
import { rupees } from '#shop/kernel/money.ts'
import { nutrients } from './daily-values.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'

/** Fields of all mixes. HSN 1904: prepared foods from roasted cereals. */
const MIX = {
  category: 'meal-mix',
  cuisine: null,
  spiceLevel: null,
  sweetLevel: null,
  discountPrice: null,
  isPick: false,
  hsnCode: '19049000',
  countryOfOrigin: 'India',
  shelfLife: '6 months; best within 4 weeks after opening',
} satisfies Partial<ProductContent>

const POUCH = { ...MIX, tastemakerPicks: 0, netQuantity: '850 g (10 meals of 85 g)' } as const
const POUCH_SERVING = '85 g (one sachet, one meal)'

const COMPLETE_BOX: SeedProduct = {
  ...MIX,
  id: COMPLETE_BOX_ID,
  number: 1,
  name: 'The Complete Box',
  slug: 'complete-box',
  price: rupees(899),
  shortDescription: 'Twenty millet meals: ragi, bajra, and ten tastemakers you choose.',
  description:
    'Our original meal mix, enough for twenty meals: ten sachets of ragi, ten of bajra. With them come 25 tastemakers, your ten picks and fifteen from us (five each of Garam Masala, Haldi Jeera and Elaichi Gud), and fifteen add-on sachets to scatter on top. The grain is plain on purpose: the packet you open decides whether tonight is Chettinad or apple pie. Some tastemakers bring milk, almond, wheat or mustard; each packet says so.',
  imageUrls: [picture('complete-box'), picture('bowl-served')],
  ingredients: [
    'Ragi meal mix, 10 sachets of 85 g: finger millet (45%), roasted split moong (27%), soya granules (15%), roasted peanut, roasted chana, iodised salt',
    'Bajra meal mix, 10 sachets of 85 g: pearl millet (45%), roasted split moong (22%), soya granules (15%), roasted peanut, roasted chana, sesame, iodised salt',
    'Tastemakers, 25 packets of 10 g: your ten, and five each of Garam Masala, Haldi Jeera and Elaichi Gud',
    'Add-ons, 15 sachets of 10 g, five of each: peanut and sesame; roasted chana and coconut; melon seed, raisin and jaggery',
  ],
  benefits: [
    '380 kcal, 20.2 g protein, 11 g fibre and 6.2 mg iron in a meal',
    '20 meals, 25 tastemakers and 15 add-on sachets',
    'No wheat, rice or maida in either mix',
    'Ten minutes and one pan',
  ],
  usageInstructions: [
    'Toast one sachet in a dry pan for two minutes, until it smells like popcorn.',
    'Add 400 ml water, cover, and simmer for seven minutes, stirring once.',
    'Stir in one tastemaker and a spoon of ghee or oil.',
    'Rest for two minutes, then tear an add-on sachet over the bowl.',
  ],
  allergens: ['Peanut', 'Soybean', 'Sesame'],
  healthFocus: ['protein-rich', 'high-fibre', 'iron-rich', 'plant-based'],
  region: 'Karnataka and Rajasthan',
  nutrition: {
    servingSize: '105 g (one meal: a twentieth of the box)',
    calories: 380,
    protein: 20.2,
    carbohydrates: 49,
    fat: 9.1,
    fiber: 11,
    vitamins: nutrients({ Thiamine: 0.39, Niacin: 2.8, 'Vitamin B6': 0.33, Folate: 89 }),
    minerals: nutrients({ Iron: 6.2, Calcium: 209, Magnesium: 186, Zinc: 3.3, Potassium: 974, Sodium: 523 }),
  },
  tastemakerPicks: 10,
  netQuantity: '2.1 kg (20 meals)',
  isNew: false,
  stockQuantity: 62,
}

const RAGI_MIX: SeedProduct = {
  ...POUCH,
  id: seedId(2),
  number: 2,
  name: 'Ragi Meal Mix',
  slug: 'ragi-mix',
  price: rupees(279),
  shortDescription: 'Dark, malty finger millet with moong and peanut. Ten plain meals.',
  description:
    'Finger millet is the grain that gets called brown and humble, and then tastes of malt and cocoa. We crack it coarse so that it cooks to grains and not to paste. There is no masala inside: bring your own tadka, or open a tastemaker.',
  imageUrls: [picture('mix-ragi'), picture('motif-ragi')],
  ingredients: [
    'Finger millet (ragi) (45%)',
    'Roasted split moong (27%)',
    'Soya granules (15%)',
    'Roasted peanut (9%)',
    'Roasted chana',
    'Iodised salt',
  ],
  benefits: [
    '17.2 g protein in a meal',
    '8 g fibre in a meal',
    '186 mg calcium in a meal, most of it from the ragi itself',
    'Six ingredients, named in everyday words',
  ],
  usageInstructions: [
    'Toast one 85 g sachet in a dry pan for two minutes.',
    'Add 400 ml water, cover, and simmer for seven minutes.',
    'Season as you like and rest for two minutes. For porridge, use 500 ml and stir more.',
  ],
  allergens: ['Peanut', 'Soybean'],
  healthFocus: ['protein-rich', 'high-fibre', 'plant-based'],
  region: 'Karnataka',
  nutrition: {
    servingSize: POUCH_SERVING,
    calories: 301,
    protein: 17.2,
    carbohydrates: 43.7,
    fat: 4.6,
    fiber: 8,
    vitamins: nutrients({ Thiamine: 0.36, Niacin: 2.2, 'Vitamin B6': 0.2, Folate: 79 }),
    minerals: nutrients({ Iron: 3.9, Calcium: 186, Magnesium: 145, Zinc: 2.4, Potassium: 801, Sodium: 140 }),
  },
  isNew: false,
  stockQuantity: 148,
}

const BAJRA_MIX: SeedProduct = {
  ...POUCH,
  id: seedId(3),
  number: 3,
  name: 'Bajra Meal Mix',
  slug: 'bajra-mix',
  price: rupees(289),
  shortDescription: 'Nutty pearl millet with peanut and sesame. Ten plain meals.',
  description:
    'Bajra grows where the rain forgets to come, and it tastes of hazelnut and hay. This mix stays fluffy, closer to a pulao than to a khichdi, and it stands up to the hot tastemakers. Leftovers fry well the next morning.',
  imageUrls: [picture('mix-bajra')],
  ingredients: [
    'Pearl millet (bajra) (45%)',
    'Roasted split moong (22%)',
    'Soya granules (15%)',
    'Roasted peanut (9%)',
    'Roasted chana',
    'Sesame seed (4%)',
    'Iodised salt',
  ],
  benefits: [
    '18.6 g protein in a meal',
    '4.9 mg iron in a meal',
    '8.1 g fibre in a meal',
    'No sugar, oil or flavouring added',
  ],
  usageInstructions: [
    'Rinse one 85 g sachet in a sieve; bajra is floury.',
    'Simmer with 380 ml water, covered, for nine minutes.',
    'Turn off the flame, fork it loose, and leave the lid on for three minutes.',
  ],
  allergens: ['Peanut', 'Soybean', 'Sesame'],
  healthFocus: ['protein-rich', 'high-fibre', 'iron-rich', 'plant-based'],
  region: 'Rajasthan',
  nutrition: {
    servingSize: POUCH_SERVING,
    calories: 318,
    protein: 18.6,
    carbohydrates: 40.5,
    fat: 7.3,
    fiber: 8.1,
    vitamins: nutrients({ Thiamine: 0.32, Niacin: 2.1, 'Vitamin B6': 0.3, Folate: 80 }),
    minerals: nutrients({ Iron: 4.9, Calcium: 99, Magnesium: 144, Zinc: 2.7, Potassium: 745, Sodium: 140 }),
  },
  isNew: false,
  stockQuantity: 131,
}

const PROTEIN_MIX: SeedProduct = {
  ...POUCH,
  id: seedId(4),
  number: 4,
  name: 'Protein-Boosted Meal Mix',
  slug: 'protein-boosted-mix',
  price: rupees(349),
  shortDescription: 'Ragi with pea protein, soya and chana. Ten filling plain meals.',
  description:
    'More than half as much protein again as the plain ragi mix, for people who lift things: bricks, toddlers, barbells. The pea protein is stirred into the flour, so the bowl is creamy and does not taste of shake. Give it a little more water than you think.',
  imageUrls: [picture('mix-protein')],
  ingredients: [
    'Finger millet (ragi) (26%)',
    'Roasted split moong (20%)',
    'Soya granules (19%)',
    'Pea protein isolate (15%)',
    'Roasted chana (10%)',
    'Roasted peanut',
    'Iodised salt',
  ],
  benefits: [
    '27.9 g protein in a meal',
    '7.7 g fibre in a meal',
    'Protein from six plants, and no sweetener',
  ],
  usageInstructions: [
    'Whisk one 85 g sachet into 450 ml cold water, so that it does not lump.',
    'Bring to the boil, then simmer for eight minutes, stirring now and then.',
    'Season as you like and rest for two minutes.',
  ],
  allergens: ['Peanut', 'Soybean'],
  healthFocus: ['protein-rich', 'high-fibre', 'plant-based'],
  region: 'Karnataka',
  nutrition: {
    servingSize: POUCH_SERVING,
    calories: 310,
    protein: 27.9,
    carbohydrates: 33.5,
    fat: 5.5,
    fiber: 7.7,
    vitamins: nutrients({ Thiamine: 0.34, Niacin: 2.2, 'Vitamin B6': 0.23, Folate: 94 }),
    minerals: nutrients({ Iron: 4.4, Calcium: 143, Magnesium: 140, Zinc: 2.7, Potassium: 824, Sodium: 220 }),
  },
  isNew: true,
  stockQuantity: 7,
}

export const MEAL_MIXES: readonly SeedProduct[] = [COMPLETE_BOX, RAGI_MIX, BAJRA_MIX, PROTEIN_MIX]
