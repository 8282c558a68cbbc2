import type { Product } from '#shop/catalogue/product.ts'

const BY_SLUG: Record<string, string> = {
  'complete-box': '--color-bajra-200',
  'ragi-mix': '--color-gulab-200',
  'bajra-mix': '--color-haldi-300',
  'protein-boosted-mix': '--color-straw-300',
  'garam-masala': '--color-gulab-200',
  tandoori: '--color-haldi-200',
  achari: '--color-bajra-200',
  chettinad: '--color-straw-200',
  sambar: '--color-haldi-200',
  'haldi-jeera': '--color-mirch-200',
  'malvani-coconut': '--color-bajra-200',
  'peri-peri': '--color-haldi-200',
  zaatar: '--color-gulab-200',
  'italian-herb': '--color-bajra-300',
  'thai-lemongrass': '--color-gulab-200',
  'sichuan-pepper': '--color-straw-200',
  'smoky-bbq': '--color-haldi-200',
  cajun: '--color-bajra-200',
  'garden-ranch': '--color-straw-200',
  'chipotle-lime': '--color-mirch-200',
  'cocoa-cinnamon': '--color-haldi-200',
  'elaichi-gud': '--color-gulab-200',
  'kesar-badam': '--color-bajra-200',
  'apple-pie': '--color-haldi-200',
  'turmeric-tastemaker': '--color-gulab-200',
  'biodegradable-containers': '--color-bajra-200',
  'meal-play-box': '--color-haldi-200',
}

const OTHERS = [
  '--color-gulab-200',
  '--color-haldi-200',
  '--color-bajra-200',
  '--color-straw-200',
  '--color-mirch-200',
] as const

/**
 * Returns the name of the flat colour behind a pack, such as '--color-haldi-200'. Products without a colour of their
 * own get one by their number.
 */
export function tileColour({
  slug,
  number,
  category,
}: Pick<Product, 'slug' | 'number' | 'category'>): string {
  if (category === 'hydration') return '--color-lake-200'
  return BY_SLUG[slug] ?? OTHERS[number % OTHERS.length] ?? OTHERS[0]
}
