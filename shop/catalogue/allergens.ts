import { isFood, type Product } from '#shop/catalogue/product.ts'
import { type HealthFocus, NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

type LabelledProduct = Pick<Product, 'name' | 'category' | 'allergens'>

/**
 * `contained`: distinct and sorted, so that the order doesn't depend on the picks. `undeclared`: names of food
 * without a declaration, which may contain more.
 */
export function allergensIn(products: readonly LabelledProduct[]) {
  const food = products.filter(isFood)
  const contained = new Set(food.flatMap(({ allergens }) => allergens))
  contained.delete(NO_KNOWN_ALLERGENS)
  const undeclared = new Set(food.filter(({ allergens }) => allergens.length === 0).map(({ name }) => name))
  return {
    // Compares without Intl, whose first use blocks a browser.
    contained: [...contained].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    undeclared: [...undeclared],
  }
}

/** Returns 'Contains: Milk, Peanut', 'No known allergens' or the undeclared products; '' without food. */
export function allergensSentence(products: readonly LabelledProduct[]): string {
  if (!products.some(isFood)) return ''
  const { contained, undeclared } = allergensIn(products)
  const parts = [
    contained.length > 0 && `Contains: ${contained.join(', ')}`,
    undeclared.length > 0 && `Allergens not declared: ${undeclared.join(', ')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('. ') : NO_KNOWN_ALLERGENS
}

export function mixAllergensText(product: LabelledProduct, picks: readonly LabelledProduct[]): string {
  const text = allergensSentence([product, ...picks]).replace('Contains: ', '')
  return `${text} (${picks.length > 0 ? 'with' : 'without'} your picks)`
}

/** Claims about every ingredient. The others are about amounts, which a 10 g packet does not change. */
const INGREDIENT_CLAIMS: ReadonlySet<HealthFocus> = new Set([
  'plant-based',
  'gluten-free',
  'sugar-free',
  'low-gi',
  'diabetic-friendly',
])

/** Returns names of picks that break this claim of the box. */
export function picksAgainst(focus: HealthFocus, picks: readonly Pick<Product, 'name' | 'healthFocus'>[]) {
  if (!INGREDIENT_CLAIMS.has(focus)) return []
  return picks.filter(({ healthFocus }) => !healthFocus.includes(focus)).map(({ name }) => name)
}

const DENIAL = /\b(?:no|without|free from)\b(.*)/i

/** Returns a sentence for each allergen that the text denies, as 'No wheat, rice or maida' does. */
export function allergenContradictions(text: string, picks: readonly LabelledProduct[]): string[] {
  const denied = DENIAL.exec(text)?.[1]?.toLowerCase()
  if (!denied) return []
  const names = new Map<string, string[]>()
  for (const { name, allergens } of picks)
    for (const allergen of allergens.filter((entry) => entry !== NO_KNOWN_ALLERGENS)) {
      const words = allergen.toLowerCase().match(/\p{L}{3,}/gu) ?? []
      const word = words.find((part) => denied.includes(part))
      if (word) names.set(word, [...(names.get(word) ?? []), name])
    }
  return [...names].map(([word, of]) => {
    const verb = of.length === 1 ? 'contains' : 'contain'
    return `${joinNames(of)}, which you picked, ${verb} ${word}.`
  })
}

function joinNames(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}
