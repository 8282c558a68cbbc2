/** Bodies with closed objects: a field that the schema does not name is refused. */
import { z } from '@hono/zod-openapi'

type Def = Record<string, unknown> & { type: string }

const closed = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/** Returns the schema with closed objects at any depth. Its name, example and checks stay. */
export function closeObjects<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const found = closed.get(schema)
  if (found) return found as Schema
  const def = schema._zod.def as unknown as Def
  const isOpen = def.type === 'object' && def.catchall === undefined
  const copy = copyOf(schema, { ...mapSchemas(def), ...(isOpen && { catchall: z.never() }) })
  closed.set(schema, copy)
  closed.set(copy, copy)
  return copy
}

function mapSchemas(def: Def): Def {
  const close = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(close)
    return part instanceof z.core.$ZodType ? closeObjects(part) : part
  }
  const parts = Object.entries(def).map(([name, part]) => [name, close(part)])
  const shape = Object.entries(def.shape ?? {}).map(([name, part]) => [name, close(part)])
  return {
    ...Object.fromEntries(parts),
    ...(def.shape !== undefined && { shape: Object.fromEntries(shape) }),
  }
}

function copyOf<Schema extends z.core.$ZodType>(schema: Schema, def: Def): Schema {
  return z.core.clone(schema, def as never, { parent: true })
}

const READ_ONLY = z
  .unknown()
  .optional()
  .openapi({ readOnly: true, description: 'Ignored: accepted so that an answer can be sent back' })

/**
 * Returns the schema of a change that also accepts all other fields of the resource, and ignores them. A client
 * may therefore send back what it has read.
 */
export function acceptAnswer<Schema extends z.ZodType>(change: Schema, answer: z.ZodObject): Schema {
  const def = change._zod.def as unknown as Def & { shape: z.core.$ZodShape }
  const names = Object.keys(answer.shape).filter((name) => !(name in def.shape))
  const ignored = Object.fromEntries(names.map((name) => [name, READ_ONLY]))
  // Runs before the schema's own checks, so that a body with only ignored fields is refused.
  const omitIgnored = z.overwrite((body) =>
    Object.fromEntries(Object.entries(body as object).filter(([name]) => !names.includes(name))),
  )
  const { checks = [] } = def as { checks?: unknown[] }
  return copyOf(change, { ...def, shape: { ...def.shape, ...ignored }, checks: [omitIgnored, ...checks] })
}

/** Returns the names of the fields that an object accepts and uses, for the message about an unknown field. */
export function fieldNames(schema: unknown): string[] {
  const { shape = {} } = (schema as z.core.$ZodObject)._zod.def
  return Object.keys(shape).filter((name) => shape[name] !== READ_ONLY)
}

/** Returns the body without those fields of `names` whose value is the same in the answer. */
export function omitUnchanged<Body extends object>(
  body: Body,
  answer: object,
  names: readonly (keyof Body & string)[],
): Body {
  const current = new Map(Object.entries(answer))
  const isUnchanged = (name: string, value: unknown) =>
    (names as readonly string[]).includes(name) && current.has(name) && current.get(name) === value
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isUnchanged(name, value))) as Body
}
