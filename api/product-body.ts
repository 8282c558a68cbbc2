/** What may be sent about a product: the fields of the product form under their JSON names. */
import { z } from '@hono/zod-openapi'
import { BODIES } from '#api/examples.ts'
import { camelKeys, snakeShape } from '#api/snake-case.ts'
import { nutrientFields, nutritionFields, productFields, versionField } from '#shop/catalogue/input.ts'
import type { CategorySlug } from '#shop/catalogue/product.ts'

const nutrient = z.object(snakeShape(nutrientFields))
const nutrition = z
  .object({
    ...snakeShape(nutritionFields),
    vitamins: z.array(nutrient).max(30),
    minerals: z.array(nutrient).max(30),
  })
  .nullable()

const fields = z.object({
  ...snakeShape(productFields),
  nutrition,
  category_id: z.uuid('Not a category').openapi({ description: 'In place of `category`' }),
})

const { name, price } = fields.shape
export const newProductBody = z
  .object({ ...fields.partial().shape, name, price })
  .openapi('NewProduct', { example: BODIES.NewProduct })
export const productChangeBody = fields
  .extend({
    version: versionField.openapi({ description: 'The version that was read; 409 if it is no longer that' }),
  })
  .partial()
  .refine((change) => Object.keys(change).some((key) => key !== 'version'), 'Please send what is to change')
  .openapi('ProductChange', { example: BODIES.ProductChange })

type Categories = readonly { id: string; slug: string }[]

/**
 * The category a body names by slug or by id: undefined when it names none, null when there is no such category.
 */
export function categoryIn(
  { category, category_id: id }: { category?: CategorySlug | undefined; category_id?: string | undefined },
  categories: Categories,
): CategorySlug | null | undefined {
  if (category !== undefined || id === undefined) return category
  const found = categories.find((one) => one.id === id.toLowerCase())
  return (found?.slug as CategorySlug | undefined) ?? null
}

/** The use case's input, once the category is known. */
export function productInput<
  Body extends { category_id?: string | undefined; category?: CategorySlug | undefined },
>({ category_id: _, category: __, ...body }: Body) {
  return camelKeys(body)
}
