import { z } from '@hono/zod-openapi'
import { rupeesJson, timeJson } from '#api/contract.ts'
import { type SnakeShape, snakeShape } from '#api/snake-case.ts'
import {
  type Field,
  type Fields,
  isNullable,
  mapFields,
  type Snake,
  snakeCase,
  type ValuesOf,
} from '#shop/field.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'

/** The JSON of a value: amounts in rupees, times as text, keys in snake case. */
type JsonOf<Value> = Value extends number
  ? number
  : Value extends Date
    ? string
    : Value extends string | boolean | null | undefined
      ? Value
      : Value extends readonly (infer One)[]
        ? JsonOf<One>[]
        : { [Key in keyof Value as Snake<Key & string>]: JsonOf<Value[Key]> }

export function responseShape<List extends Fields>(
  fields: List,
): SnakeShape<{ [Key in keyof List]: z.ZodType<JsonOf<ValuesOf<List>[Key]>> }> {
  return snakeShape(mapFields(fields, responseSchema)) as never
}

export function toJson<List extends Fields>(fields: List, values: ValuesOf<List>): JsonOf<ValuesOf<List>> {
  const pairs = Object.entries(fields).map(([key, field]) => [snakeCase(key), jsonOf(field, values[key])])
  return Object.fromEntries(pairs)
}

function responseSchema(field: Field): z.ZodType {
  const { description, example } = field
  const schema = isNullable(field) ? kindSchema(field).nullable() : kindSchema(field)
  return description ? schema.openapi({ description, ...(example !== undefined && { example }) }) : schema
}

const nutrient = z.object({ name: z.string(), amount: z.string(), daily_value: z.number().nullable() })

function kindSchema({ kind, values = [], open, fields = {}, label }: Field): z.ZodType {
  switch (kind) {
    case 'amount':
      return rupeesJson
    case 'number':
      return z.number()
    case 'integer':
    case 'level':
      return z.number().int()
    case 'boolean':
      return z.boolean()
    case 'choice':
      return open ? z.string() : z.enum(values)
    case 'id':
      return z.uuid()
    case 'checks':
      return z.array(z.enum(values))
    case 'lines':
      return z.array(z.string())
    case 'date':
      return timeJson
    case 'nutrients':
      return z.array(nutrient)
    case 'group':
      return z.object(responseShape(fields)).openapi(label)
    default:
      return z.string()
  }
}

function jsonOf({ kind, fields = {} }: Field, value: unknown): unknown {
  if (value === null) return null
  switch (kind) {
    case 'amount':
      return toRupees(value as Money)
    case 'date':
      return (value as Date).toISOString()
    case 'nutrients':
      return (value as { dailyValue: unknown }[]).map(({ dailyValue, ...rest }) => ({
        ...rest,
        daily_value: dailyValue,
      }))
    case 'group':
      return toJson(fields, value as never)
    default:
      return value
  }
}
