import type { Nutrition, ProductContent } from '#shop/catalogue/product-fields.ts'
import { rupees } from '#shop/kernel/money.ts'
import { nutrients } from './daily-values.ts'
import { picture, type SeedProduct, seedId } from './seed-product.ts'

type TextFields = 'name' | 'slug' | 'shortDescription' | 'description' | 'ingredients' | 'benefits' | 'region'
type LabelFields = 'usageInstructions' | 'allergens' | 'healthFocus' | 'nutrition' | 'shelfLife'
type OptionalFields = 'hsnCode' | 'spiceLevel' | 'sweetLevel' | 'isNew'

export type TastemakerText = Pick<ProductContent, TextFields | LabelFields> &
  Partial<Pick<ProductContent, OptionalFields>> & { number: number; stockQuantity: number }

/** HSN headings: spice mixtures, mixed seasonings with more than spice in them, sweet preparations. */
export const SPICE_MIXTURE = '09109100'
export const MIXED_SEASONING = '21039040'
export const SWEET_PREPARATION = '21069099'

/** Returns a 10 g packet. All cost the same, and the picture is named after the slug. */
export function tastemaker(cuisine: ProductContent['cuisine'], text: TastemakerText): SeedProduct {
  return {
    id: seedId(text.number),
    category: 'tastemakers',
    cuisine,
    price: rupees(15),
    discountPrice: null,
    imageUrls: [picture(`taste-${text.slug}`)],
    spiceLevel: null,
    sweetLevel: null,
    tastemakerPicks: 0,
    isPick: true,
    netQuantity: '10 g',
    hsnCode: SPICE_MIXTURE,
    countryOfOrigin: 'India',
    isNew: false,
    ...text,
  }
}

type Energy = Pick<Nutrition, 'calories' | 'protein' | 'carbohydrates' | 'fat' | 'fiber'>
type Amounts = Parameters<typeof nutrients>[0]

/** Returns the nutrition panel of one packet, which is one serving. */
export function perPacket(energy: Energy, vitamins: Amounts, minerals: Amounts): Nutrition {
  return {
    servingSize: '10 g (one packet)',
    ...energy,
    vitamins: nutrients(vitamins),
    minerals: nutrients(minerals),
  }
}
