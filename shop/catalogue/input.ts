/** What an admin may write about a product: the form, the API and the browser read the same schemas. */
import { z } from 'zod'
import { saysOrs } from '#shop/catalogue/declarations.ts'
import { CATEGORIES, CUISINES, HEALTH_FOCUSES, NO_KNOWN_ALLERGENS } from '#shop/catalogue/product.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { isStorable } from '#shop/kernel/text.ts'

const HIGHEST_PRICE = 10_00_000
const MOST_STOCK = 10_00_000

const text = (most: number, error = 'Please enter a text') =>
  z
    .string({ error })
    .trim()
    .max(most, `Please keep this under ${most} characters`)
    .refine(isStorable, 'Not a text')
const line = (most: number, error?: string) =>
  text(most, error).refine((value) => !/\p{Cc}/u.test(value), 'Please keep this on one line')
const lines = z.array(text(500).min(1, 'Please leave out empty lines')).max(50)
const NO_ORS = '"ORS" may not stand in a name or in marketing text'
const noOrs = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine((value) => !saysOrs(value), NO_ORS)
const level = z.number().int().min(0).max(5).nullable()

/** Rupees with at most two decimals, as Money. */
const amount = z
  .number({ error: 'Please enter an amount in rupees' })
  .min(0, 'Not below zero')
  .max(HIGHEST_PRICE, 'That is too much')
  .refine((value) => Math.abs(Math.round(value * 100) / 100 - value) <= 1e-9, 'At most two decimals')
  .transform(rupees)

/** A picture of our own by its path, or one elsewhere by https. */
const imageUrl = z
  .string()
  .trim()
  .max(500)
  .refine(
    (url) => /^(\/(?![/\\])|https:\/\/[\w-])[^\s\\]*$/u.test(url) && isStorable(url),
    'A path or an https address',
  )

/** Part of the product's address; it must not look like an id. */
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens')
  .max(80, 'Please keep this under 80 characters')
  .refine((value) => !isUuid(value), 'Please choose words')

/** None: the label does not declare it, which is not the same as 0. */
const perServing = z
  .number({ error: 'Please enter a number, or leave it empty' })
  .min(0, 'Not below zero')
  .max(10_000, 'That is too much')
  .nullable()
  .default(null)

/** None: not declared. Saying that there are none takes the one entry for it, which stands alone. */
const allergens = lines
  .transform((names) => names.map((name) => (isNoneKnown(name) ? NO_KNOWN_ALLERGENS : name)))
  .refine(
    (names) => names.length < 2 || !names.includes(NO_KNOWN_ALLERGENS),
    `"${NO_KNOWN_ALLERGENS}" stands alone, without other allergens`,
  )
const isNoneKnown = (name: string) => name.toLowerCase() === NO_KNOWN_ALLERGENS.toLowerCase()

export const nutrientFields = {
  name: line(60).min(1),
  amount: line(40).min(1),
  dailyValue: z.number().min(0).max(10_000).nullable(),
}
const nutrients = z.array(z.object(nutrientFields)).max(30)

export const nutritionFields = {
  servingSize: line(60).min(1),
  calories: perServing,
  protein: perServing,
  carbohydrates: perServing,
  fat: perServing,
  fiber: perServing,
  vitamins: nutrients,
  minerals: nutrients,
}

export const productFields = {
  name: noOrs(line(120, 'Please enter a name').min(1, 'Please enter a name')),
  slug,
  price: amount.refine((price) => price > 0, 'Please enter a price'),
  /** None, or 0, means there is no discount. */
  discountPrice: amount.nullable().transform((price) => price || null),
  category: z.enum(CATEGORIES, { error: 'Please choose a category' }),
  stockQuantity: z
    .number({ error: 'Please enter a whole number' })
    .int('A whole number')
    .min(0, 'Not below zero')
    .max(MOST_STOCK, 'That is too much'),
  shortDescription: noOrs(text(500)),
  description: noOrs(text(10_000)),
  isActive: z.boolean(),
  imageUrls: z.array(imageUrl).max(20, 'At most 20 pictures'),
  imageAlts: z.array(line(200)).max(20),
  ingredients: lines,
  benefits: z.array(noOrs(text(500).min(1, 'Please leave out empty lines'))).max(50),
  usageInstructions: lines,
  allergens,
  healthFocus: z.array(z.enum(HEALTH_FOCUSES)).max(HEALTH_FOCUSES.length),
  cuisine: z.enum(CUISINES).nullable(),
  region: line(80).nullable(),
  spiceLevel: level,
  sweetLevel: level,
  nutrition: z.object(nutritionFields).nullable(),
  tastemakerPicks: z.number({ error: 'Please enter a whole number' }).int().min(0).max(50),
  isPick: z.boolean(),
  netQuantity: line(60),
  shelfLife: line(120).nullable(),
  /** None, or 0, means it is not known. */
  mrp: amount.nullable().transform((mrp) => mrp || null),
  maker: line(200),
  fssaiLicence: z
    .string()
    .trim()
    .regex(/^(\d{14})?$/, 'FSSAI licence numbers have 14 digits')
    .transform((licence) => licence || null)
    .nullable(),
  hsnCode: z.string().regex(/^(\d{4}|\d{6}|\d{8})?$/, 'HSN codes have 4, 6 or 8 digits'),
  countryOfOrigin: line(60).min(1),
  isNew: z.boolean(),
  isBestseller: z.boolean(),
}

export const STOCK_REASONS = ['admin', 'made', 'counted', 'damaged', 'return'] as const
export type AdminStockReason = (typeof STOCK_REASONS)[number]

/** What guards a change against another that came in between, and what is said about a movement of stock. */
const changeFields = {
  /** The version of the content that the change was made from. */
  version: z.number().int().min(1),
  /** The level that was shown when the new one was typed: what is moved is the difference. */
  stockShown: z.number().int().min(0).max(MOST_STOCK),
  stockReason: z.enum(STOCK_REASONS, { error: 'Please say why the stock changes' }),
  stockNote: line(200),
}

export const updateProductInput = z.object({ ...productFields, ...changeFields }).partial()
export type UpdateProductInput = z.infer<typeof updateProductInput>

const { name, price, category } = productFields
export const createProductInput = z.object({
  ...z.object(productFields).partial().shape,
  name,
  price,
  category,
})
export type CreateProductInput = z.infer<typeof createProductInput>

/** The version that an API call may name, as the form does. */
export const versionField = changeFields.version

/** The slug of a name: lower-cased, spaces turned into hyphens, anything an address cannot show left out. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\s+/g, '-')
  return plain
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}

const money = z
  .number()
  .int()
  .min(0)
  .max(HIGHEST_PRICE * 100)
  .transform(paise)
const stockLevel = z.number().int().min(0).max(MOST_STOCK)

/** What a dry run showed, sent back to be done. */
export const bulkChangesInput = z
  .array(
    z.object({
      id: z.uuid(),
      name: z.string().max(200),
      price: z.object({ from: money, to: money.refine((price) => price > 0) }).nullable(),
      discountPrice: z.object({ from: money.nullable(), to: money.nullable() }).nullable(),
      stock: z.object({ from: stockLevel, to: stockLevel }).nullable(),
    }),
  )
  .min(1)
  .max(2000)
