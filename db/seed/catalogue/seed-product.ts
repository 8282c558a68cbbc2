import type { ProductContent } from '#shop/catalogue/product-fields.ts'

type Identity = 'name' | 'slug' | 'category' | 'price' | 'hsnCode' | 'tastemakerPicks'
type Text = 'description' | 'ingredients' | 'allergens' | 'benefits' | 'nutrition' | 'imageUrls'

/** A product of the seed: content, fixed id and number, and opening stock. */
export type SeedProduct = Pick<ProductContent, Identity | Text> &
  Partial<ProductContent> & { id: string; number: number; stockQuantity: number }

/** Returns the fixed id of a catalogue number (1 to 99), so that links to seeded products always work. */
export function seedId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Returns the path of a drawing. */
export function picture(name: string): string {
  return `/illustrations/${name}.svg`
}
