import { rupees } from '#shop/kernel/money.ts'
import { nutrients } from './daily-values.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'

export const BUNDLES: readonly SeedProduct[] = [
  {
    id: seedId(32),
    number: 32,
    name: 'Meal Play Box',
    slug: 'meal-play-box',
    category: 'bundles',
    cuisine: null,
    price: rupees(699),
    discountPrice: rupees(599),
    shortDescription: 'Ten meals, ten tastemakers of your choice, cutters and recipe cards.',
    description:
      'For kitchens with a small assistant. Five sachets of ragi, five of bajra and ten tastemakers you pick together, with twelve recipe cards and four steel cutters: star, leaf, fish and sun. Pancakes, crackers and idli come out of the same two mixes. Some tastemakers bring milk, almond, wheat or mustard; each packet says so.',
    imageUrls: [picture('meal-play-box'), picture('work-mix')],
    ingredients: [
      'Ragi meal mix, 5 sachets of 85 g: finger millet (45%), roasted split moong (27%), soya granules (15%), roasted peanut, roasted chana, iodised salt',
      'Bajra meal mix, 5 sachets of 85 g: pearl millet (45%), roasted split moong (22%), soya granules (15%), roasted peanut, roasted chana, sesame, iodised salt',
      'Tastemakers, 10 packets of 10 g: the ten you choose',
    ],
    benefits: [
      '18.9 g protein in a meal',
      '9.8 g fibre in a meal',
      'Twelve recipe cards in English and Hindi',
      'Four cutters of stainless steel, rolled edges, dishwasher safe',
    ],
    usageInstructions: [
      'Choose a card together. Each one says which mix it wants and suggests a tastemaker.',
      'Let the child measure and mix; keep the pan for a grown-up.',
      'For crackers, roll the dough thin, cut the shapes, and bake or toast until crisp.',
    ],
    allergens: ['Peanut', 'Soybean', 'Sesame'],
    healthFocus: ['protein-rich', 'high-fibre', 'plant-based'],
    region: null,
    spiceLevel: null,
    sweetLevel: null,
    nutrition: {
      servingSize: '95 g (one sachet and one tastemaker, mean of all twenty)',
      calories: 340,
      protein: 18.9,
      carbohydrates: 46,
      fat: 6.9,
      fiber: 9.8,
      vitamins: nutrients({ Thiamine: 0.37, Niacin: 2.5, 'Vitamin B6': 0.31, Folate: 84 }),
      minerals: nutrients({
        Iron: 5.5,
        Calcium: 181,
        Magnesium: 162,
        Zinc: 2.9,
        Potassium: 887,
        Sodium: 545,
      }),
    },
    tastemakerPicks: 10,
    isPick: false,
    netQuantity: '950 g (10 meals), 12 recipe cards, 4 cutters',
    shelfLife: '6 months; best within 4 weeks after opening',
    hsnCode: '19049000',
    countryOfOrigin: 'India',
    isNew: true,
    stockQuantity: 38,
  },
]
