/** Schemas, row, form, API and price sheet derive from these fields. */
import { z } from 'zod'
import { CATEGORIES, CUISINES, HEALTH_FOCUSES, NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { displayText, type Field, rupeesInput, shapeOf, type ValuesOf } from '#shop/field.ts'
import { isGstRate, NO_GST_RATE } from '#shop/kernel/gst-rates.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { MAX_GST_PERCENT } from '#shop/kernel/tax.ts'
import { cleanText, cleanValue, isStorable, ONE_LINE } from '#shop/kernel/text.ts'

/** In rupees. */
export const MAX_PRICE = 10_00_000
export const MAX_STOCK = 10_00_000

type ProductField = Field & {
  part?: FormPart
  /** The title above this field and above the following fields of the same section. */
  section?: string
  /** Required for sale. `name`: within a sentence. */
  declared?: { name: string; foodOnly?: true }
  /** Makes the field a column of the price sheet. The text ends the message '“cell” …' about an invalid cell. */
  sheet?: string
  /** The label of its row among the details on the product's page. */
  page?: string
}

export const FORM_PARTS = {
  basics: 'Basics',
  price: 'Price and stock',
  label: 'Legal label',
  pictures: 'Pictures',
  story: 'Story',
}
export type FormPart = keyof typeof FORM_PARTS

const text = (max: number, error = 'Please enter some text') =>
  z
    .string({ error })
    .overwrite(cleanText)
    .max(max, `Please keep this under ${max} characters`)
    .refine(isStorable, 'Some of these characters can’t be saved')
export const line = (max: number, error?: string) =>
  text(max, error).regex(ONE_LINE, 'Please keep this on one line')
const lines = z.array(text(500).min(1, 'Please leave out empty lines')).max(50)

/** True if the text contains “ORS”, which drinks may not be called (FSSAI, order of 14 October 2025). */
export function saysOrs(text: string): boolean {
  return /(^|[^\p{L}\p{N}])o[.\s]?r[.\s]?s(?![\p{L}\p{N}])/iu.test(text)
}
const noOrs = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema
    .refine((value) => !saysOrs(value), '"ORS" may not be used in a name or in marketing text')
    .describe('May not contain “ORS”')

const amount = rupeesInput({ max: MAX_PRICE })
const level = z.number().int().min(0).max(5).nullable()

/** A path of an own picture, or an https URL. */
const imageUrl = z
  .string()
  .overwrite(cleanText)
  .max(500)
  .regex(/^(\/(?![/\\])|https:\/\/[\w-])[^\s\\]*$/, 'Please enter a path or an https address')
  .refine(isStorable, 'Please enter a path or an https address')

/** Must not look like an id. */
const slug = z
  .string()
  .overwrite(cleanValue)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use lowercase letters, digits and single hyphens')
  .max(80, 'Please keep this under 80 characters')
  .refine((value) => !isUuid(value), 'Please use words, not an ID')
  .describe('Not an id')

/** Checks length and check digit (GS1 General Specifications, 7.9). */
export function isGtin(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false
  const digits = [...code].reverse().map(Number)
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

const isNoneKnown = (name: string) => name.toLowerCase() === NO_KNOWN_ALLERGENS.toLowerCase()
const allergens = lines
  .transform((names) => names.map((name) => (isNoneKnown(name) ? NO_KNOWN_ALLERGENS : name)))
  .refine(
    (names) => names.length < 2 || !names.includes(NO_KNOWN_ALLERGENS),
    `“${NO_KNOWN_ALLERGENS}” can’t be combined with other allergens`,
  )
  .describe(`“${NO_KNOWN_ALLERGENS}” only alone`)

/** Null when the label does not declare it, which differs from 0. */
const perServing = z
  .number({ error: 'Please enter a number, or leave it empty' })
  .min(0, 'Please enter 0 or more')
  .max(10_000, 'At most 10,000')
  .nullable()
  .default(null)

export const nutrientShape = {
  name: line(60).min(1),
  amount: line(40).min(1),
  /** In percent. */
  dailyValue: z.number().min(0).max(10_000).nullable(),
}
const nutrients = z.array(z.object(nutrientShape)).max(30)
export type Nutrient = z.output<typeof nutrients>[number]

const declaredValue = {
  kind: 'number',
  schema: perServing,
  optional: true,
  description: 'Per serving; null: not declared',
} as const

/** In kilocalories and grams. */
export const NUTRITION_FIELDS = {
  servingSize: {
    kind: 'line',
    schema: line(60).min(1),
    label: 'Serving size',
    hint: 'Values left empty are shown as “Not declared”',
    wide: true,
  },
  calories: { ...declaredValue, label: 'Energy', unit: 'kcal' },
  protein: { ...declaredValue, label: 'Protein', unit: 'g' },
  carbohydrates: { ...declaredValue, label: 'Carbohydrates', unit: 'g' },
  fat: { ...declaredValue, label: 'Fat', unit: 'g' },
  fiber: { ...declaredValue, label: 'Fibre', unit: 'g' },
  vitamins: {
    kind: 'nutrients',
    schema: nutrients,
    label: 'Vitamins',
    hint: 'C | 12 mg | 15',
    optional: true,
    wide: true,
  },
  minerals: {
    kind: 'nutrients',
    schema: nutrients,
    label: 'Minerals',
    hint: 'Iron | 6.2 mg | 33',
    optional: true,
    wide: true,
  },
} satisfies Record<string, Field>
const nutrition = z.object(shapeOf(NUTRITION_FIELDS))
export type Nutrition = z.output<typeof nutrition>

const inMixSection = { part: 'basics', section: 'Tastemaker and mix' } as const

export const PRODUCT_FIELDS = {
  name: {
    kind: 'line',
    schema: noOrs(line(120, 'Please enter a name').min(1, 'Please enter a name')),
    label: 'Name',
    part: 'basics',
    wide: true,
  },
  price: {
    kind: 'amount',
    schema: rupeesInput({ min: 0.01, max: MAX_PRICE, tooLow: 'Please enter a price' }),
    label: 'Price',
    unit: '₹',
    hint: 'Before tax',
    part: 'price',
    sheet: 'is no amount in rupees above 0, such as 1250.50',
  },
  discountPrice: {
    kind: 'amount',
    schema: amount.nullable().transform((price) => price || null),
    empty: null,
    label: 'Discount price',
    unit: '₹',
    optional: true,
    part: 'price',
    sheet: 'is no amount in rupees, such as 1250.50',
  },
  category: {
    kind: 'choice',
    schema: z.enum(CATEGORIES, { error: 'Please choose a category' }),
    values: CATEGORIES,
    label: 'Category',
    part: 'basics',
  },
  stockQuantity: {
    kind: 'integer',
    schema: z
      .number({ error: 'Please enter a whole number' })
      .int('Please enter a whole number')
      .min(0, 'Please enter 0 or more')
      .max(MAX_STOCK, 'At most 10,00,000'),
    empty: 0,
    label: 'Stock',
    hint: 'Units to sell, without those set aside for orders',
    part: 'price',
  },
  shortDescription: {
    kind: 'line',
    schema: noOrs(text(500)),
    empty: '',
    label: 'Short description',
    optional: true,
    part: 'basics',
    wide: true,
  },
  description: {
    kind: 'text',
    schema: noOrs(text(10_000)),
    empty: '',
    label: 'Description',
    optional: true,
    part: 'story',
    wide: true,
  },
  imageUrls: {
    kind: 'lines',
    schema: z.array(imageUrl).max(20, 'At most 20 pictures'),
    empty: [],
    label: 'Pictures',
  },
  /** In the order of `imageUrls`; missing or '' means the product's name. */
  imageAlts: { kind: 'lines', schema: z.array(line(200)).max(20), empty: [], label: 'Pictures' },

  netQuantity: {
    kind: 'line',
    schema: line(60),
    empty: '',
    label: 'Net quantity',
    hint: 'As printed: 850 g (10 meals of 85 g)',
    part: 'label',
    declared: { name: 'net quantity' },
    page: 'Net quantity',
  },
  /** Null or 0 while unknown. */
  mrp: {
    kind: 'amount',
    schema: amount.nullable().transform((mrp) => mrp || null),
    empty: null,
    label: 'MRP',
    unit: '₹',
    hint: 'All taxes included',
    optional: true,
    part: 'label',
    declared: { name: 'MRP' },
    page: 'MRP, inclusive of all taxes',
    sheet: 'is no amount in rupees, such as 1250.50',
    description: 'Maximum retail price, taxes included',
  },
  /** From the day of packing; null where it does not apply. */
  shelfLife: {
    kind: 'line',
    schema: line(120).nullable(),
    empty: null,
    label: 'Best before',
    hint: 'From packing: 6 months',
    optional: true,
    part: 'label',
    declared: { name: 'best before', foodOnly: true },
    page: 'Shelf life',
  },
  countryOfOrigin: {
    kind: 'line',
    schema: line(60).min(1),
    empty: 'India',
    label: 'Country of origin',
    part: 'label',
    declared: { name: 'country of origin' },
    page: 'Country of origin',
  },
  maker: {
    kind: 'line',
    schema: line(200),
    empty: '',
    label: 'Maker or packer',
    hint: 'Name and address',
    part: 'label',
    wide: true,
    declared: { name: 'maker' },
    page: 'Made by',
  },
  /** Null for products that are not food. */
  fssaiLicence: {
    kind: 'line',
    schema: z
      .string()
      .overwrite(cleanValue)
      .regex(/^(\d{14})?$/, 'FSSAI licence numbers have 14 digits')
      .transform((licence) => licence || null)
      .nullable(),
    empty: null,
    label: 'FSSAI licence',
    hint: '14 digits',
    optional: true,
    part: 'label',
    declared: { name: 'FSSAI licence', foodOnly: true },
    page: 'FSSAI licence of the maker',
  },
  hsnCode: {
    kind: 'line',
    schema: z
      .string()
      .overwrite(cleanValue)
      .regex(/^(\d{4}|\d{6}|\d{8})?$/, 'HSN codes have 4, 6 or 8 digits'),
    empty: '',
    label: 'HSN code',
    hint: '4, 6 or 8 digits',
    part: 'label',
  },
  /** Null means the rate of the HSN code. Not used with flat prices. */
  gstPercent: {
    kind: 'number',
    schema: z
      .number({ error: 'Please enter a percentage, or leave it empty' })
      .min(0, 'Please enter 0 or more')
      .max(MAX_GST_PERCENT, `GST is at most ${MAX_GST_PERCENT}%`)
      .multipleOf(0.01, 'At most two decimals')
      .refine((percent) => isGstRate(Math.round(percent * 100)), NO_GST_RATE)
      .describe('A rate that the law names; null: the rate of the HSN code')
      .nullable(),
    empty: null,
    label: 'GST rate of its own',
    hint: 'Empty: the rate of the HSN code',
    unit: '%',
    optional: true,
    part: 'label',
  },

  ingredients: {
    kind: 'lines',
    schema: lines,
    empty: [],
    label: 'Ingredients',
    hint: 'One per line',
    optional: true,
    part: 'label',
  },
  /** Empty means not declared. Food without allergens has `NO_KNOWN_ALLERGENS`. */
  allergens: {
    kind: 'lines',
    schema: allergens,
    empty: [],
    label: 'Allergens',
    hint: `One per line, or “${NO_KNOWN_ALLERGENS}”. Empty: not declared, and food cannot go on sale`,
    optional: true,
    part: 'label',
    declared: { name: 'allergens', foodOnly: true },
  },
  usageInstructions: {
    kind: 'lines',
    schema: lines,
    empty: [],
    label: 'Usage',
    hint: 'One step per line',
    optional: true,
    part: 'story',
  },
  benefits: {
    kind: 'lines',
    schema: z.array(noOrs(text(500).min(1, 'Please leave out empty lines'))).max(50),
    empty: [],
    label: 'Benefits',
    hint: 'One per line',
    optional: true,
    part: 'story',
  },
  healthFocus: {
    kind: 'checks',
    schema: z.array(z.enum(HEALTH_FOCUSES)).max(HEALTH_FOCUSES.length),
    empty: [],
    values: HEALTH_FOCUSES,
    label: 'Health focus',
    part: 'story',
    wide: true,
  },

  /** Null for products that are not food. */
  nutrition: {
    kind: 'group',
    schema: nutrition.nullable(),
    empty: null,
    fields: NUTRITION_FIELDS,
    label: 'Nutrition',
    part: 'label',
    section: 'Nutrition per serving',
  },

  cuisine: {
    kind: 'choice',
    schema: z.enum(CUISINES).nullable(),
    empty: null,
    values: CUISINES,
    label: 'Cuisine',
    optional: true,
    ...inMixSection,
  },
  region: {
    kind: 'line',
    schema: line(80).nullable(),
    empty: null,
    label: 'Region',
    optional: true,
    page: 'Region',
    ...inMixSection,
  },
  spiceLevel: {
    kind: 'level',
    schema: level,
    empty: null,
    label: 'Spice level',
    optional: true,
    ...inMixSection,
  },
  sweetLevel: {
    kind: 'level',
    schema: level,
    empty: null,
    label: 'Sweet level',
    optional: true,
    ...inMixSection,
  },
  tastemakerPicks: {
    kind: 'integer',
    schema: z.number({ error: 'Please enter a whole number' }).int().min(0).max(50),
    empty: 0,
    label: 'Tastemakers to pick',
    hint: '0: sold as it is',
    ...inMixSection,
    description: 'How many tastemakers one unit is made up with',
  },
  isPick: {
    kind: 'boolean',
    schema: z.boolean(),
    empty: false,
    label: 'Can be picked for a mix',
    ...inMixSection,
    description: 'Whether it can be picked for a mix',
  },

  slug: {
    kind: 'line',
    schema: slug,
    label: 'Slug',
    hint: 'Empty: made from the name',
    optional: true,
    part: 'basics',
    wide: true,
  },
  /** No page or API answer shows it. */
  shelf: {
    kind: 'line',
    schema: line(40),
    empty: '',
    label: 'Shelf',
    hint: 'Where it’s kept: B2. For the pick list',
    optional: true,
    part: 'price',
  },
  barcode: {
    kind: 'line',
    schema: z
      .string()
      .overwrite(cleanValue)
      .refine(
        (code) => code === '' || isGtin(code),
        'Barcodes have 8, 12, 13 or 14 digits; check the last one',
      )
      .transform((code) => code || null)
      .nullable()
      .meta({ pattern: '^\\s*(\\d{8}|\\d{12,14})?\\s*$', description: 'The last digit is a check digit' }),
    empty: null,
    label: 'Barcode',
    hint: 'EAN or UPC, for the scanner when packing',
    optional: true,
    part: 'price',
    description: 'EAN, UPC or GTIN of 8, 12, 13 or 14 digits',
    example: '8901234567890',
  },
  isNew: { kind: 'boolean', schema: z.boolean(), empty: false, label: 'Marked as new', part: 'basics' },
  isActive: { kind: 'boolean', schema: z.boolean(), label: 'Active: on sale in the shop', part: 'price' },
} satisfies Record<string, ProductField>

/** Returns the rows of a product's page, without empty values. */
export function pageRows(product: Partial<ProductContent>): { label: string; value: string }[] {
  const fields: [string, ProductField][] = Object.entries(PRODUCT_FIELDS)
  const values = new Map<string, unknown>(Object.entries(product))
  return fields
    .map(([key, field]) => ({ label: field.page ?? '', value: displayText(field, values.get(key)) }))
    .filter(({ label, value }) => label && value)
}

/** Leaves out the stock level and whether the product is on sale, which have rules of their own. */
export type ProductContent = Omit<ValuesOf<typeof PRODUCT_FIELDS>, 'stockQuantity' | 'isActive'>
