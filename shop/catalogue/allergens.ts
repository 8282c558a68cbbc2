/** The allergens of what is composed of several products, and the claims of a box that a pick takes away. */
import { isFood, type Product } from '#shop/catalogue/product.ts'
import { type HealthFocus, NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

type Labelled = Pick<Product, 'name' | 'category' | 'allergens'>

export type Allergens = {
  /** Distinct, by the alphabet, so that the order doesn't depend on the picks. */
  contained: string[]
  /** Names of food without a declaration, which may contain more. */
  undeclared: string[]
}

/** The declared allergens of these products together. */
export function allergensIn(products: readonly Labelled[]): Allergens {
  const food = products.filter(isFood)
  const contained = new Set(food.flatMap(({ allergens }) => allergens))
  contained.delete(NO_KNOWN_ALLERGENS)
  const undeclared = new Set(food.filter(({ allergens }) => allergens.length === 0).map(({ name }) => name))
  return {
    // Not by Intl, whose first use holds a browser up.
    contained: [...contained].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    undeclared: [...undeclared],
  }
}

/** 'Contains: Milk, Peanut', 'No known allergens', or what is not declared; '' for products that are no food. */
export function allergensSentence(products: readonly Labelled[]): string {
  if (!products.some(isFood)) return ''
  const { contained, undeclared } = allergensIn(products)
  const parts = [
    contained.length > 0 && `Contains: ${contained.join(', ')}`,
    undeclared.length > 0 && `Allergens not declared: ${undeclared.join(', ')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('. ') : NO_KNOWN_ALLERGENS
}

/** The allergens of a mix for a row of facts: 'Milk, Peanut (with your picks)'. */
export function mixAllergensText(product: Labelled, picks: readonly Labelled[]): string {
  const what = allergensSentence([product, ...picks]).replace('Contains: ', '')
  return `${what} (${picks.length > 0 ? 'with' : 'without'} your picks)`
}

/** Claims about every ingredient. The others are about amounts, which a 10 g packet does not change. */
const OF_EVERYTHING: ReadonlySet<HealthFocus> = new Set([
  'plant-based',
  'gluten-free',
  'sugar-free',
  'low-gi',
  'diabetic-friendly',
])

/** The names of the picks that do not share this claim of the box; none while it still holds. */
export function againstFocus(
  focus: HealthFocus,
  picks: readonly Pick<Product, 'name' | 'healthFocus'>[],
): string[] {
  if (!OF_EVERYTHING.has(focus)) return []
  return picks.filter(({ healthFocus }) => !healthFocus.includes(focus)).map(({ name }) => name)
}

const DENIAL = /\b(?:no|without|free from)\b(.*)/i

/**
 * 'Achari and Sambar, which you picked, contain wheat.' for each allergen of the picks that this text says is absent,
 * as 'No wheat, rice or maida' does; empty while it holds.
 */
export function againstText(text: string, picks: readonly Labelled[]): string[] {
  const denied = DENIAL.exec(text)?.[1]?.toLowerCase()
  if (!denied) return []
  const names = new Map<string, string[]>()
  for (const { name, allergens } of picks)
    for (const allergen of allergens.filter((one) => one !== NO_KNOWN_ALLERGENS)) {
      const word = wordsOf(allergen).find((one) => denied.includes(one))
      if (word) names.set(word, [...(names.get(word) ?? []), name])
    }
  return [...names].map(([word, of]) => `${listed(of)}, which you picked, ${containing(of)} ${word}.`)
}

/** 'Achari', 'Achari and Sambar', 'Achari, Sambar and Cajun'. */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}

function containing(names: readonly string[]): string {
  return names.length === 1 ? 'contains' : 'contain'
}

/** 'Wheat (gluten)' has the words wheat and gluten. */
function wordsOf(allergen: string): string[] {
  return allergen.toLowerCase().match(/\p{L}{3,}/gu) ?? []
}
