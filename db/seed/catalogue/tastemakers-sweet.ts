import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import type { SeedProduct } from './seed-product.ts'
import { perPacket, SWEET_PREPARATION, tastemaker } from './tastemaker.ts'

export const SWEET_TASTEMAKERS: readonly SeedProduct[] = [
  tastemaker('sweet', {
    number: 26,
    name: 'Cocoa Cinnamon',
    slug: 'cocoa-cinnamon',
    shortDescription: 'Cocoa from Idukki and true cinnamon. Bitter, then sweet.',
    description:
      'Closer to a good bar of dark chocolate than to a milk drink, with almost as much cocoa as jaggery. Ragi is already brown and malty, so the two get along. Made with milk it is breakfast; made thick it is pudding.',
    ingredients: ['Jaggery (46%)', 'Cocoa powder (40%)', 'True cinnamon (14%)'],
    benefits: [
      'Three ingredients',
      '2.1 g fibre in a packet, from cocoa and cinnamon',
      'Sweetened with 4.6 g jaggery and nothing else',
    ],
    usageInstructions: [
      'Cook one 85 g sachet of ragi mix in 450 ml milk or water.',
      'Whisk in the packet off the heat, so that no lumps form.',
      'Top with banana if you like it sweeter.',
    ],
    allergens: [NO_KNOWN_ALLERGENS],
    healthFocus: ['plant-based'],
    region: 'Idukki, Kerala',
    sweetLevel: 4,
    nutrition: perPacket(
      { calories: 34, protein: 0.9, carbohydrates: 5.3, fat: 0.6, fiber: 2.1 },
      { Folate: 2, 'Vitamin B6': 0.01 },
      { Magnesium: 26, Iron: 0.9, Sodium: 2 },
    ),
    shelfLife: '8 months; best within 4 weeks after opening',
    hsnCode: '18069090',
    stockQuantity: 390,
  }),
  tastemaker('sweet', {
    number: 27,
    name: 'Elaichi Gud',
    slug: 'elaichi-gud',
    shortDescription: 'Green cardamom and Kolhapur jaggery, as in temple payasam.',
    description:
      'Jaggery here is sugarcane juice boiled in an open pan until it sets, powdered and sieved. Cardamom is ground with its skin, which keeps the smell. A spoon of ghee, a few cashews, and the evening is settled.',
    ingredients: ['Jaggery (82%)', 'Green cardamom (14%)', 'Dry ginger (4%)'],
    benefits: ['Jaggery without bleaching chemicals', 'Cardamom ground whole, skin and seed'],
    usageInstructions: [
      'Cook one 85 g sachet of either mix in 450 ml milk or water.',
      'Take it off the heat: jaggery can split milk that is boiling.',
      'Stir in the packet until it melts.',
    ],
    allergens: [NO_KNOWN_ALLERGENS],
    healthFocus: ['plant-based'],
    region: 'Kolhapur, Maharashtra',
    sweetLevel: 4,
    nutrition: perPacket(
      { calories: 35, protein: 0.3, carbohydrates: 8, fat: 0.1, fiber: 0.4 },
      { 'Vitamin B6': 0.01 },
      { Iron: 0.6, Magnesium: 13, Sodium: 3 },
    ),
    shelfLife: '8 months; best within 4 weeks after opening',
    hsnCode: SWEET_PREPARATION,
    stockQuantity: 467,
  }),
  tastemaker('sweet', {
    number: 28,
    name: 'Kesar Badam',
    slug: 'kesar-badam',
    shortDescription: 'Almond, saffron and a little milk, for festival mornings.',
    description:
      'Saffron is weighed on a jeweller’s scale: 60 milligrams to a packet, from Pampore. The almonds are ground coarse, so there is something to bite. It will perfume the room before the milk boils.',
    ingredients: [
      'Almond (42%)',
      'Jaggery (34%)',
      'Milk powder (20%)',
      'Green cardamom (3.4%)',
      'Saffron (0.6%)',
    ],
    benefits: [
      '1.5 g protein in a packet, from almond and milk',
      'Yellow from saffron, with no added colour',
    ],
    usageInstructions: [
      'Soak the packet in three spoons of warm milk for ten minutes, until it turns yellow.',
      'Add it to one cooked sachet of millet mix, or to a glass of milk.',
      'Serve warm, or chill it overnight.',
    ],
    allergens: ['Tree nuts (almond)', 'Milk'],
    healthFocus: [],
    region: 'Kashmir',
    sweetLevel: 4,
    nutrition: perPacket(
      { calories: 49, protein: 1.5, carbohydrates: 4.3, fat: 2.7, fiber: 0.6 },
      { Folate: 3, 'Vitamin B6': 0.01 },
      { Magnesium: 18, Calcium: 35, Sodium: 9 },
    ),
    shelfLife: '6 months; best within 4 weeks after opening',
    hsnCode: SWEET_PREPARATION,
    stockQuantity: 331,
  }),
  tastemaker('sweet', {
    number: 29,
    name: 'Apple Pie',
    slug: 'apple-pie',
    shortDescription: 'Dried Shimla apple, cinnamon and nutmeg.',
    description:
      'Apple comes first: over half the packet, dried in Himachal in the autumn and cut small, so it plumps up again in the pot. Cinnamon and nutmeg do the rest. Eat it hot with cream, or cold with curd on the way to the bus.',
    ingredients: [
      'Dried apple, unsulphured (54%)',
      'Jaggery (30%)',
      'Cinnamon (11%)',
      'Nutmeg (3%)',
      'Clove (2%)',
    ],
    benefits: ['5.4 g dried apple in a packet', 'No sulphite and no flavouring added'],
    usageInstructions: [
      'Put the packet in at the start, so that the apple has time to soften.',
      'Simmer with one sachet of either mix and 450 ml milk or water for eight minutes.',
      'Rest for three minutes before eating.',
    ],
    allergens: [NO_KNOWN_ALLERGENS],
    healthFocus: ['plant-based'],
    region: 'Shimla, Himachal Pradesh',
    sweetLevel: 4,
    nutrition: perPacket(
      { calories: 34, protein: 0.2, carbohydrates: 7.3, fat: 0.2, fiber: 1.2 },
      { 'Vitamin B6': 0.01 },
      { Iron: 0.3, Calcium: 17, Sodium: 5 },
    ),
    shelfLife: '6 months; best within 4 weeks after opening',
    hsnCode: SWEET_PREPARATION,
    stockQuantity: 187,
  }),
]
