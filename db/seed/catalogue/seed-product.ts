import type { ProductContent } from '#shop/catalogue/product-fields.ts'

type Identity = 'name' | 'slug' | 'category' | 'price' | 'hsnCode' | 'tastemakerPicks'
type Text = 'description' | 'ingredients' | 'allergens' | 'benefits' | 'nutrition' | 'imageUrls'

/** A product as the seed writes it: its content, its fixed identity and the stock it starts with. */
export type SeedProduct = Pick<ProductContent, Identity | Text> &
  Partial<ProductContent> & { id: string; number: number; stockQuantity: number }

/** The fixed id of a catalogue number (1 to 99): links to a seeded product stay the same on every machine. */
export function seedId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** The address of a drawing. */
export function picture(name: string): string {
  return `/illustrations/${name}.svg`
}
