/** The fields of a record as one list, from which its input schemas, form, sheet and JSON derive. */
import type { z } from 'zod'
import { dayOf } from '#shop/kernel/day.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'

/** How a value is written down. Amounts are Money in the code and rupees in forms, sheets and JSON. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'lines' // one entry per line
  | 'amount'
  | 'number'
  | 'whole'
  | 'choice' // one of `values`
  | 'level' // 0 to 5
  | 'check'
  | 'checks' // several of `values`
  | 'day' // a Date, the last moment of its day in India
  | 'nutrients' // 'Iron | 6.2 mg | 33' per line
  | 'group' // an object with `fields` of its own

export type Field = {
  kind: FieldKind
  /** Checks the value that a caller sends. A nullable one may be left empty, which is null. */
  schema: z.ZodType
  /** The value of a new record where none is given. */
  empty?: unknown
  label: string
  unit?: string
  hint?: string
  /** Marked as such in the form. */
  optional?: true
  /** Takes the whole width of the form. */
  wide?: true
  /** The part of the form that it stands in. */
  part?: string
  values?: readonly string[]
  /** The names of the values for people, where their words are not enough. */
  names?: Readonly<Record<string, string>>
  fields?: Fields
  /** Lines of a text's box. */
  rows?: number
  /** Explain the field in the API's document. */
  description?: string
  example?: unknown
}

export type Fields = Record<string, Field>

/** The values of a list of fields once they are checked. */
export type ValuesOf<List extends Fields> = { [Key in keyof List]: z.output<List[Key]['schema']> }

type EmptyOf<List extends Fields> = {
  -readonly [Key in keyof List as List[Key] extends { empty: unknown } ? Key : never]: List[Key] extends {
    empty: infer Empty
  }
    ? Empty
    : never
}

/** The schemas of a list of fields, for `z.object`. */
export function shapeOf<List extends Fields>(fields: List): { [Key in keyof List]: List[Key]['schema'] } {
  return mapped(fields, ({ schema }) => schema) as { [Key in keyof List]: List[Key]['schema'] }
}

/** The values of a new record, for the fields that need not be given. */
export function emptyOf<List extends Fields>(fields: List): EmptyOf<List> {
  const given = Object.entries(fields).filter(([, field]) => 'empty' in field)
  return Object.fromEntries(given.map(([key, { empty }]) => [key, empty])) as EmptyOf<List>
}

export function mapped<Value>(
  fields: Fields,
  toValue: (field: Field, key: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, toValue(field, key)]))
}

/** 'Price (₹)' */
export function labelOf({ label, unit }: Pick<Field, 'label' | 'unit'>): string {
  return unit ? `${label} (${unit})` : label
}

/** 'short_description', as columns, JSON, sheets and the names of form fields have it. */
export function snakeCase<Key extends string>(key: Key): Snake<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Key>
}
export type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key

/** True when the field may be null. */
export function isNullable({ schema }: Pick<Field, 'schema'>): boolean {
  return schema.safeParse(null).success
}

/** A value as a form shows it; '' for null, and for a box that is not ticked. */
export function toText(kind: FieldKind, value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  switch (kind) {
    case 'check':
      return 'on'
    case 'amount':
      return String(toRupees(value as Money))
    case 'day':
      return dayOf(value as Date)
    case 'nutrients':
      return (value as Nutrient[]).map(nutrientLine).join('\n')
    default:
      return Array.isArray(value) ? value.join('\n') : String(value)
  }
}

/** What a form sent, as the field's schema takes it: text that is no number becomes one that it refuses. */
export function fromText(field: Field, typed: string): unknown {
  const text = typed.trim()
  switch (field.kind) {
    case 'check':
      return text !== ''
    case 'lines':
    case 'checks':
      return linesIn(text)
    case 'nutrients':
      return linesIn(text).map(nutrientIn)
    case 'amount':
    case 'number':
    case 'whole':
    case 'level':
      if (text === '') return isNullable(field) ? null : Number.NaN
      return Number(text.replace(/,/g, ''))
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
  return { name, amount, dailyValue: daily === '' ? null : Number(daily.replace('%', '')) }
}
