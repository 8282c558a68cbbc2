/** JSON says `short_description` where the code says `shortDescription`; values are never renamed. */
import type { z } from '@hono/zod-openapi'
import { type Snake, snakeCase } from '#shop/field.ts'

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key

type Scalar = string | number | boolean | Date | null | undefined

type CamelKeys<Value> = Value extends Scalar
  ? Value
  : Value extends readonly (infer One)[]
    ? CamelKeys<One>[]
    : { [Key in keyof Value as Camel<Key & string>]: CamelKeys<Value[Key]> }

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
