import { rupees } from '#shop/kernel/money.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'

export const BIODEGRADABLE: readonly SeedProduct[] = [
  {
    id: seedId(31),
    number: 31,
    name: 'Biodegradable Containers, Set of 10',
    slug: 'biodegradable-containers',
    category: 'biodegradable',
    cuisine: null,
    price: rupees(349),
    discountPrice: null,
    shortDescription: 'Ten 750 ml bowls with lids, pressed from sugarcane fibre.',
    description:
      'What is left of sugarcane after the juice is called bagasse. It is pulped, pressed hot into a bowl, and that is the whole recipe: no plastic film inside. One bowl holds one cooked meal. How fast it breaks down depends on your heap, so we will not promise a number of days; torn up, damp and covered works best.',
    imageUrls: [picture('containers'), picture('value-soil')],
    ingredients: ['Sugarcane bagasse pulp'],
    benefits: [
      'One material, without a plastic lining',
      'Holds one 85 g meal, cooked, with room to stir',
      'Made from what a sugar mill would burn or throw away',
    ],
    usageInstructions: [
      'Fill with hot or cold food. For anything soupy, eat within two hours.',
      'Reheat in a microwave without the lid for up to two minutes. Not for the oven or an open flame.',
      'Afterwards scrape it clean, tear it up, and bury it in damp compost.',
    ],
    allergens: [],
    healthFocus: [],
    region: 'Maharashtra',
    spiceLevel: null,
    sweetLevel: null,
    nutrition: null,
    tastemakerPicks: 0,
    isPick: false,
    netQuantity: '10 containers with lids, 750 ml each',
    shelfLife: null,
    hsnCode: '48237090',
    countryOfOrigin: 'India',
    isNew: false,
    stockQuantity: 86,
  },
]
