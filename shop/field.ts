/** Input schemas, form, sheet and JSON derive from one list of fields. */
import { z } from 'zod'
import { dayOf } from '#shop/kernel/day.ts'
import { formatPrice, isRupees, type Money, rupees, toRupees } from '#shop/kernel/money.ts'
import { cleanText } from '#shop/kernel/text.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'

/** Parses a typed number. An empty field is not 0: it fails like any other text. */
export function typedNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((text) => numberIn(String(text)), schema)
}

/** Kinds of fields. Amounts are Money in the code and rupees in forms, sheets and JSON. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'lines' // one entry per line
  | 'amount'
  | 'number'
  | 'integer'
  | 'choice' // one of `values`
  | 'id' // another record, chosen from options of the page
  | 'level' // 0 to 5
  | 'boolean'
  | 'checks' // several of `values`
  | 'date' // a Date: the first or last moment of a day in India
  | 'nutrients' // 'Iron | 6.2 mg | 33' per line
  | 'group' // an object with `fields` of its own

export type Field = {
  kind: FieldKind
  /** A nullable field may be empty. */
  schema: z.ZodType
  /** A new record's value if the field is omitted. */
  empty?: unknown
  label: string
  unit?: string
  hint?: string
  optional?: true
  wide?: true
  part?: string
  values?: readonly string[]
  /** Labels of `values` that are not readable themselves. */
  names?: Readonly<Record<string, string>>
  /** True if the API accepts other values, too. */
  open?: true
  /** Suggested values: English with its Hindi. */
  suggestions?: Readonly<Record<string, string>>
  lang?: 'hi'
  maxLength?: number
  fields?: Fields
  /** Rows of the text area. */
  rows?: number
  /** Description in the API's documentation. */
  description?: string
  example?: unknown
}

export type Fields = Record<string, Field>

export type ValuesOf<List extends Fields> = { [Key in keyof List]: z.output<List[Key]['schema']> }

type EmptyOf<List extends Fields> = {
  -readonly [Key in keyof List as List[Key] extends { empty: unknown } ? Key : never]: List[Key] extends {
    empty: infer Empty
  }
    ? Empty
    : never
}

export function shapeOf<List extends Fields>(fields: List): { [Key in keyof List]: List[Key]['schema'] } {
  return mapFields(fields, ({ schema }) => schema) as { [Key in keyof List]: List[Key]['schema'] }
}

/** Returns a new record's values of the optional fields. */
export function emptyOf<List extends Fields>(fields: List): EmptyOf<List> {
  const optionalFields = Object.entries(fields).filter(([, field]) => 'empty' in field)
  return Object.fromEntries(optionalFields.map(([key, { empty }]) => [key, empty])) as EmptyOf<List>
}

export function mapFields<Value>(fields: Fields, toValue: (field: Field, key: string) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, toValue(field, key)]))
}

/** Returns 'Price (₹)'. */
export function labelOf({ label, unit }: Pick<Field, 'label' | 'unit'>): string {
  return unit ? `${label} (${unit})` : label
}

const DATA_KEYS = [
  ...(['hint', 'optional', 'wide', 'values', 'names', 'suggestions', 'lang'] as const),
  ...(['maxLength', 'rows'] as const),
] satisfies (keyof Field)[]

/** A field's data for a page, which does not need the schemas. */
export type FieldData = Pick<Field, 'kind' | 'label' | (typeof DATA_KEYS)[number]> & {
  required: boolean
  /** True if a new record has a value, so that no empty choice is offered. */
  isFilled: boolean
}

export function fieldData(field: Field): FieldData {
  const pairs = DATA_KEYS.map((key) => [key, field[key]] as const).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(pairs),
    kind: field.kind,
    label: labelOf(field),
    required: !field.schema.safeParse(fromText(field, '')).success,
    isFilled: Boolean(field.empty),
  }
}

/** Returns 'short_description', as in columns, JSON, sheets and form fields. */
export function snakeCase<Key extends string>(key: Key): Snake<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Key>
}
export type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key

export function isNullable({ schema }: Pick<Field, 'schema'>): boolean {
  return schema.safeParse(null).success
}

/** Returns the text of a form field: '' for null and for an unchecked box. */
export function toText(kind: FieldKind, value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  switch (kind) {
    case 'boolean':
      return 'on'
    case 'amount':
      return String(toRupees(value as Money))
    case 'date':
      return dayOf(value as Date)
    case 'nutrients':
      return (value as Nutrient[]).map(nutrientLine).join('\n')
    default:
      return Array.isArray(value) ? value.join('\n') : String(value)
  }
}

/** Returns a value for readers, such as '12 g', '₹1,250.50' or 'Yes'; '' for an empty one. */
export function displayText({ kind, unit, names = {} }: Field, value: unknown): string {
  const text = toText(kind, value).replaceAll('\n', ', ')
  if (text === '') return ''
  if (kind === 'amount') return formatPrice(value as Money)
  if (kind === 'boolean') return 'Yes'
  return names[text] ?? (unit ? `${text} ${unit}` : text)
}

/** Parses the text of a form field. An invalid number becomes NaN, which the schema refuses. */
export function fromText(field: Field, typed: string): unknown {
  const text = cleanText(typed)
  switch (field.kind) {
    case 'boolean':
      return text !== ''
    case 'lines':
    case 'checks':
      return linesIn(text)
    case 'nutrients':
      return linesIn(text).map(nutrientIn)
    case 'amount':
    case 'number':
    case 'integer':
    case 'level':
      if (text === '') return isNullable(field) ? null : Number.NaN
      return numberIn(text)
    default:
      return text === '' && isNullable(field) ? null : text
  }
}

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

type Nutrient = { name: string; amount: string; dailyValue: number | null }

function nutrientLine({ name, amount, dailyValue }: Nutrient): string {
  return dailyValue === null ? `${name} | ${amount}` : `${name} | ${amount} | ${dailyValue}`
}

function nutrientIn(line: string): Nutrient {
  const [name = '', amount = '', daily = ''] = line.split('|').map((part) => part.trim())
  return { name, amount, dailyValue: daily === '' ? null : numberIn(daily.replace('%', '')) }
}

type Limits = {
  /** In rupees. */
  min?: number
  max: number
  tooLow?: string
}

/** Parses rupees with at most two decimals as Money. */
export function rupeesInput({ min = 0, max, tooLow = 'Please enter 0 or more' }: Limits) {
  return z
    .number({ error: 'Please enter an amount in rupees' })
    .min(min, tooLow)
    .max(max, `At most ${formatPrice(rupees(max))}`)
    .refine(isRupees, 'At most two decimals')
    .transform(rupees)
    .describe('Rupees, at most two decimals')
}
