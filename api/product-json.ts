import { z } from '@hono/zod-openapi'
import { rupeesJson, timeJson } from '#api/contract.ts'
import {
  CATEGORIES,
  CUISINES,
  HEALTH_FOCUSES,
  isOutOfStock,
  type Nutrient,
  type Nutrition,
} from '#shop/catalogue/product.ts'
import type { ProductRecord } from '#shop/catalogue/products.read.ts'
import { toRupees } from '#shop/kernel/money.ts'

const nutrientJson = z.object({ name: z.string(), amount: z.string(), daily_value: z.number().nullable() })

const declared = z.number().nullable().openapi({ description: 'Per serving; null: not declared' })

const nutritionJson = z
  .object({
    serving_size: z.string(),
    calories: declared,
    protein: declared,
    carbohydrates: declared,
    fat: declared,
    fiber: declared,
    vitamins: z.array(nutrientJson),
    minerals: z.array(nutrientJson),
  })
  .openapi('Nutrition')

export const productJson = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    price: rupeesJson,
    discount_price: rupeesJson.nullable(),
    category_id: z.uuid().nullable(),
    category: z.enum(CATEGORIES),
    stock_quantity: z.number().int(),
    out_of_stock: z.boolean(),
    is_active: z.boolean(),
    short_description: z.string(),
    description: z.string(),
    image_urls: z.array(z.string()),
    image_alts: z.array(z.string()),
    ingredients: z.array(z.string()),
    benefits: z.array(z.string()),
    usage_instructions: z.array(z.string()),
    allergens: z.array(z.string()),
    health_focus: z.array(z.enum(HEALTH_FOCUSES)),
    cuisine: z.enum(CUISINES).nullable(),
    region: z.string().nullable(),
    spice_level: z.number().int().nullable(),
    sweet_level: z.number().int().nullable(),
    nutrition: nutritionJson.nullable(),
    rating: z.number().nullable().openapi({ description: 'Mean of the reviews; null while there are none' }),
    review_count: z.number().int(),
    is_new: z.boolean(),
    is_bestseller: z.boolean(),
    tastemaker_picks: z
      .number()
      .int()
      .openapi({ description: 'How many tastemakers one unit is made up with' }),
    is_pick: z.boolean().openapi({ description: 'Whether it can be picked for a mix' }),
    net_quantity: z.string(),
    shelf_life: z.string().nullable(),
    mrp: rupeesJson.nullable().openapi({ description: 'Maximum retail price, taxes included' }),
    maker: z.string(),
    fssai_licence: z.string().nullable(),
    hsn_code: z.string(),
    country_of_origin: z.string(),
    created_at: timeJson,
    version: z.number().int().openapi({ description: 'Counts the changes; send it with yours' }),
    archived_at: timeJson
      .nullable()
      .openapi({ description: 'Set when it was deleted after having been ordered' }),
  })
  .openapi('Product')

export function toProductJson(product: ProductRecord): z.infer<typeof productJson> {
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    price: toRupees(product.price),
    discount_price: product.discountPrice === null ? null : toRupees(product.discountPrice),
    category_id: product.categoryId,
    category: product.category,
    stock_quantity: product.stockQuantity,
    out_of_stock: isOutOfStock(product),
    is_active: product.isActive,
    short_description: product.shortDescription,
    description: product.description,
    image_urls: product.imageUrls,
    image_alts: product.imageAlts,
    ingredients: product.ingredients,
    benefits: product.benefits,
    usage_instructions: product.usageInstructions,
    allergens: product.allergens,
    health_focus: product.healthFocus,
    cuisine: product.cuisine,
    region: product.region,
    spice_level: product.spiceLevel,
    sweet_level: product.sweetLevel,
    nutrition: product.nutrition && toNutritionJson(product.nutrition),
    rating: product.rating,
    review_count: product.reviewCount,
    is_new: product.isNew,
    is_bestseller: product.isBestseller,
    tastemaker_picks: product.tastemakerPicks,
    is_pick: product.isPick,
    net_quantity: product.netQuantity,
    shelf_life: product.shelfLife,
    mrp: product.mrp === null ? null : toRupees(product.mrp),
    maker: product.maker,
    fssai_licence: product.fssaiLicence,
    hsn_code: product.hsnCode,
    country_of_origin: product.countryOfOrigin,
    created_at: product.createdAt.toISOString(),
    version: product.version,
    archived_at: product.archivedAt?.toISOString() ?? null,
  }
}

function toNutritionJson({
  servingSize,
  vitamins,
  minerals,
  ...amounts
}: Nutrition): z.infer<typeof nutritionJson> {
  const { calories, protein, carbohydrates, fat, fiber } = amounts
  const toJson = ({ name, amount, dailyValue }: Nutrient) => ({ name, amount, daily_value: dailyValue })
  return {
    serving_size: servingSize,
    calories,
    protein,
    carbohydrates,
    fat,
    fiber,
    vitamins: vitamins.map(toJson),
    minerals: minerals.map(toJson),
  }
}
