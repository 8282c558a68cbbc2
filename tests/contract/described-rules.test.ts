/** The contract shows each custom rule of a request body as a pattern or `minProperties`, or describes it. */
import { z } from '@hono/zod-openapi'
import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import { isStorable } from '#shop/kernel/text.ts'
import type { Schema } from '#tests/access/sample.ts'
import type { Document } from '#tests/contract/document.ts'

const ctxFor = () => ({ config: { origin: 'http://shop.test' } })
const api = createApi({ ctxFor, features: ALL_FEATURES, hasSandbox: true, mailbox: {} } as never)
const contract: Document = await (await api.request('/openapi.json')).json()
const bodies = api.openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== 'route') return []
  const { method, path, request } = definition.route
  return Object.entries(request?.body?.content ?? {}).map(([type, content]) => {
    const schema = content && 'schema' in content ? content.schema : undefined
    return [`${method} ${path}`, { method, path, type, schema }] as const
  })
})

/** `fn` is the function of a rule that JSON Schema cannot express. */
type Check = { _zod: { def: { check: string; fn?: unknown } } }

/** Finds the fields with such a rule, except `isStorable`, which checks every text (api/failures.ts). */
function rulesIn(schema: unknown, place: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => rulesIn(part, place))
  if (!(schema instanceof z.core.$ZodType)) return []
  const {
    checks = [],
    shape = {},
    element,
    ...parts
  } = schema._zod.def as unknown as {
    checks?: Check[]
    shape?: object
    element?: unknown
  }
  const own = checks.filter(({ _zod: { def } }) => def.check === 'custom' && def.fn !== isStorable)
  return [
    ...own.map(() => place),
    ...rulesIn(element, `${place}.[]`),
    ...Object.entries(shape).flatMap(([name, field]) => rulesIn(field, `${place}.${name}`)),
    ...Object.values(parts).flatMap((part) => rulesIn(part, place)),
  ]
}

/** Finds the schemas that the contract declares for a field. */
function schemasAt(schema: Schema | undefined, place: readonly string[]): Schema[] {
  if (!schema) return []
  const target = contract.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), target]
  const inside = choices.flatMap((choice) => schemasAt(choice as Schema | undefined, place))
  const [name, ...rest] = place
  if (name === undefined) return [schema, ...inside]
  return [...schemasAt((name === '[]' ? schema.items : schema.properties?.[name]) as Schema, rest), ...inside]
}

it.each(bodies)('each rule of the body of %s is shown or described', (_, { method, path, type, schema }) => {
  const declared = contract.paths[path]?.[method]?.requestBody?.content[type]?.schema
  const silent = rulesIn(schema, '').filter((place) =>
    schemasAt(declared, place.split('.').slice(1)).every(
      (each) => !('description' in each || 'pattern' in each || 'minProperties' in each),
    ),
  )
  expect(silent).toEqual([])
})
