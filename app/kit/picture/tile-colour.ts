import type { Product } from '#shop/catalogue/product.ts'

const BY_SLUG: Record<string, string> = {
  'complete-box': 'bajra-200',
  'ragi-mix': 'gulab-200',
  'bajra-mix': 'haldi-300',
  'protein-boosted-mix': 'straw-300',
  'garam-masala': 'gulab-200',
  tandoori: 'haldi-200',
  achari: 'bajra-200',
  chettinad: 'straw-200',
  sambar: 'haldi-200',
  'haldi-jeera': 'mirch-200',
  'malvani-coconut': 'bajra-200',
  'peri-peri': 'haldi-200',
  zaatar: 'gulab-200',
  'italian-herb': 'bajra-300',
  'thai-lemongrass': 'gulab-200',
  'sichuan-pepper': 'straw-200',
  'smoky-bbq': 'haldi-200',
  cajun: 'bajra-200',
  'garden-ranch': 'straw-200',
  'chipotle-lime': 'mirch-200',
  'cocoa-cinnamon': 'haldi-200',
  'elaichi-gud': 'gulab-200',
  'kesar-badam': 'bajra-200',
  'apple-pie': 'haldi-200',
  'turmeric-tastemaker': 'gulab-200',
  'biodegradable-containers': 'bajra-200',
  'meal-play-box': 'haldi-200',
}

const OTHERS = ['gulab-200', 'haldi-200', 'bajra-200', 'straw-200', 'mirch-200'] as const

/** Returns the flat colour behind a pack ('haldi-200'). Products without a colour of their own get one by number. */
export function tileColour({
  slug,
  number,
  category,
}: Pick<Product, 'slug' | 'number' | 'category'>): string {
  if (category === 'hydration') return 'lake-200'
  return BY_SLUG[slug] ?? OTHERS[number % OTHERS.length] ?? OTHERS[0]
}
