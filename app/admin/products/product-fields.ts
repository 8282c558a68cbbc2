/** The fields of the product form, by name as the API has them. Form, reading it, and comparing two versions share this. */
import { CUISINES, HEALTH_FOCUSES, NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

export type FieldKind =
  | 'line'
  | 'text'
  | 'lines' // one entry per line
  | 'amount' // rupees
  | 'number'
  | 'whole'
  | 'choice'
  | 'level' // 0 to 5 or nothing
  | 'check'
  | 'checks' // several of the options
  | 'nutrients' // 'Iron | 6.2 mg | 33' per line

export type ProductField = {
  name: string
  label: string
  kind: FieldKind
  hint?: string
  /** May stay empty; then the product has none. */
  optional?: true
  options?: readonly { value: string; label: string }[]
  /** Takes the whole width of the form. */
  wide?: true
}

export type FieldGroup = { title: string; fields: ProductField[]; isNutrition?: true }

const words = (text: string) => {
  const plain = text.replaceAll('-', ' ')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }))
const LEVELS = ['0', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))

export const FIELD_GROUPS: FieldGroup[] = [
  {
    title: 'Product',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', wide: true },
      { name: 'price', label: 'Price (₹)', kind: 'amount', hint: 'Before tax' },
      { name: 'discount_price', label: 'Discount price (₹)', kind: 'amount', optional: true },
      { name: 'category_id', label: 'Category', kind: 'choice' },
      { name: 'stock_quantity', label: 'Stock', kind: 'whole' },
      { name: 'short_description', label: 'Short description', kind: 'line', optional: true, wide: true },
      { name: 'description', label: 'Description', kind: 'text', optional: true, wide: true },
    ],
  },
  {
    title: 'Label declarations',
    fields: [
      {
        name: 'net_quantity',
        label: 'Net quantity',
        kind: 'line',
        hint: 'As printed: 850 g (10 meals of 85 g)',
      },
      { name: 'mrp', label: 'MRP (₹)', kind: 'amount', optional: true, hint: 'All taxes included' },
      {
        name: 'shelf_life',
        label: 'Best before',
        kind: 'line',
        optional: true,
        hint: 'From packing: 6 months',
      },
      { name: 'country_of_origin', label: 'Country of origin', kind: 'line' },
      { name: 'maker', label: 'Maker or packer', kind: 'line', hint: 'Name and address', wide: true },
      { name: 'fssai_licence', label: 'FSSAI licence', kind: 'line', optional: true, hint: '14 digits' },
      { name: 'hsn_code', label: 'HSN code', kind: 'line', hint: '4, 6 or 8 digits' },
    ],
  },
  {
    title: 'Contents and use',
    fields: [
      { name: 'ingredients', label: 'Ingredients', kind: 'lines', optional: true, hint: 'One per line' },
      {
        name: 'allergens',
        label: 'Allergens',
        kind: 'lines',
        optional: true,
        hint: `One per line, or “${NO_KNOWN_ALLERGENS}”. Empty: not declared, and food cannot go on sale`,
      },
      {
        name: 'usage_instructions',
        label: 'Usage',
        kind: 'lines',
        optional: true,
        hint: 'One step per line',
      },
      { name: 'benefits', label: 'Benefits', kind: 'lines', optional: true, hint: 'One per line' },
      {
        name: 'health_focus',
        label: 'Health focus',
        kind: 'checks',
        options: optionsOf(HEALTH_FOCUSES),
        wide: true,
      },
    ],
  },
  {
    title: 'Nutrition per serving',
    isNutrition: true,
    fields: [
      {
        name: 'serving_size',
        label: 'Serving size',
        kind: 'line',
        hint: 'Values left empty are shown as “Not declared”',
        wide: true,
      },
      { name: 'calories', label: 'Energy (kcal)', kind: 'number', optional: true },
      { name: 'protein', label: 'Protein (g)', kind: 'number', optional: true },
      { name: 'carbohydrates', label: 'Carbohydrates (g)', kind: 'number', optional: true },
      { name: 'fat', label: 'Fat (g)', kind: 'number', optional: true },
      { name: 'fiber', label: 'Fibre (g)', kind: 'number', optional: true },
      {
        name: 'vitamins',
        label: 'Vitamins',
        kind: 'nutrients',
        optional: true,
        hint: 'C | 12 mg | 15',
        wide: true,
      },
      {
        name: 'minerals',
        label: 'Minerals',
        kind: 'nutrients',
        optional: true,
        hint: 'Iron | 6.2 mg | 33',
        wide: true,
      },
    ],
  },
  {
    title: 'Tastemaker and mix',
    fields: [
      { name: 'cuisine', label: 'Cuisine', kind: 'choice', optional: true, options: optionsOf(CUISINES) },
      { name: 'region', label: 'Region', kind: 'line', optional: true },
      { name: 'spice_level', label: 'Spice level', kind: 'level', optional: true, options: LEVELS },
      { name: 'sweet_level', label: 'Sweet level', kind: 'level', optional: true, options: LEVELS },
      { name: 'tastemaker_picks', label: 'Tastemakers to pick', kind: 'whole', hint: '0: sold as it is' },
      { name: 'is_pick', label: 'Can be picked for a mix', kind: 'check' },
    ],
  },
  {
    title: 'Shop',
    fields: [
      {
        name: 'slug',
        label: 'Slug',
        kind: 'line',
        optional: true,
        hint: 'Empty: made from the name',
        wide: true,
      },
      { name: 'is_new', label: 'Marked as new', kind: 'check' },
      { name: 'is_bestseller', label: 'Marked as bestseller', kind: 'check' },
      { name: 'is_active', label: 'Active: on sale in the shop', kind: 'check' },
    ],
  },
]

/** What was typed, by field name; several choices one per line. */
export type ProductTexts = Record<string, string>

export type FormPicture = { url: string; alt: string }

/** The name that the code gives to a field: 'shortDescription'. */
export function keyOf(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
