/** Renames keys: `shortDescription` in code is `short_description` in JSON. Values are never renamed. */
import type { z } from '@hono/zod-openapi'
import { type Snake, snakeCase } from '#shop/field.ts'
import type { Money } from '#shop/kernel/money.ts'

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key

type Scalar = string | number | boolean | Date | null | undefined

type CamelKeys<Value> = Value extends Scalar
  ? Value
  : Value extends readonly (infer One)[]
    ? CamelKeys<One>[]
    : { [Key in keyof Value as Camel<Key & string>]: CamelKeys<Value[Key]> }

/** Refuses amounts in paise, since JSON has rupees. */
type SnakeKeys<Value> = Value extends Money
  ? 'an amount in paise'
  : Value extends Date
    ? string
    : Value extends Scalar
      ? Value
      : Value extends readonly (infer One)[]
        ? SnakeKeys<One>[]
        : { [Key in keyof Value as Snake<Key & string>]: SnakeKeys<Value[Key]> }

export type SnakeShape<Shape> = { [Key in keyof Shape as Snake<Key & string>]: Shape[Key] }

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The fields of a schema under their JSON names, so that the API validates with the schemas of the use cases. */
export function snakeShape<Shape extends z.core.$ZodShape>(shape: Shape): SnakeShape<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [snakeCase(key), schema]),
  ) as SnakeShape<Shape>
}

export function camelKeys<Value>(value: Value): CamelKeys<Value> {
  if (Array.isArray(value)) return value.map(camelKeys) as CamelKeys<Value>
  if (typeof value !== 'object' || value === null || value instanceof Date) return value as CamelKeys<Value>
  const pairs = Object.entries(value).map(([key, inner]) => [camel(key), camelKeys(inner)])
  return Object.fromEntries(pairs) as CamelKeys<Value>
}

/** Returns the value with JSON's names, and times as text. */
export function snakeKeys<Value>(value: Value): SnakeKeys<Value> {
  if (value instanceof Date) return value.toISOString() as SnakeKeys<Value>
  if (Array.isArray(value)) return value.map(snakeKeys) as SnakeKeys<Value>
  if (typeof value !== 'object' || value === null) return value as SnakeKeys<Value>
  const pairs = Object.entries(value).map(([key, inner]) => [snakeCase(key), snakeKeys(inner)])
  return Object.fromEntries(pairs) as SnakeKeys<Value>
}
