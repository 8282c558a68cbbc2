/**
 * Values for a schema of the contract: valid values, limits and hostile values. A run with the same seed
 * repeats them.
 */

/** The parts of JSON Schema that the contract uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  example?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export type Random = {
  below(limit: number): number
  pick<One>(from: readonly One[]): One
  chance(probability: number): boolean
}

/** Pseudorandom numbers that depend only on the seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => {
      if (from.length === 0) throw new TypeError('nothing to pick from')
      return from[below(from.length)] as (typeof from)[number]
    },
    chance: (probability) => next() < probability,
  }
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '"; drop table orders; --',
  '%00',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  'x\r\nBcc: all@example.test',
  '=HYPERLINK("http://evil.example")',
  '#{7*7}{{7*7}}',
  'http://169.254.169.254/latest/meta-data/',
  '\u202egnp.exe',
  'é'.repeat(300),
  'x'.repeat(10_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
]

const HOSTILE: unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  0.001,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { toString: 1 },
]

export function hostileValue(random: Random): unknown {
  return random.pick(HOSTILE)
}

export function hostileText(random: Random): string {
  return random.pick(HOSTILE_TEXTS)
}

/** `existingValues`: ids, codes and dates of existing rows, by field name. */
export type SampleSource = {
  random: Random
  schemas: Record<string, Schema>
  existingValues: (name: string) => unknown[]
}

/** Returns a valid value in most cases. Sometimes returns a limit or a hostile value, at any depth. */
export function sample(schema: Schema, source: SampleSource, name = '', depth = 0): unknown {
  const { random, schemas, existingValues } = source
  if (random.chance(0.03)) return hostileValue(random)
  const existing = existingValues(name)
  if (existing.length > 0 && random.chance(0.8)) return random.pick(existing)
  if (schema.$ref) {
    const target = schemas[schema.$ref.split('/').at(-1) ?? '']
    return target && depth < 8 ? sample(target, source, name, depth + 1) : null
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.example !== undefined && random.chance(0.5)) return schema.example
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sample(random.pick(choices), source, name, depth + 1)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return sampleObject(schema, source, depth)
    case 'array':
      return sampleArray(schema, source, name, depth)
    case 'integer':
    case 'number':
      return sampleNumber(schema, random, type === 'integer')
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return sampleText(schema, random)
  }
}

function sampleObject(schema: Schema, source: SampleSource, depth: number): Record<string, unknown> {
  const { random } = source
  const object: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name)
    if (isNeeded ? random.chance(0.97) : random.chance(0.4))
      object[name] = sample(inner, source, name, depth + 1)
  }
  if (random.chance(0.05)) object[hostileText(random)] = hostileValue(random)
  return object
}

function sampleArray(
  { items = {}, maxItems = 3 }: Schema,
  source: SampleSource,
  name: string,
  depth: number,
): unknown[] {
  const { random } = source
  const length = random.chance(0.02) ? maxItems + 1 : random.below(4)
  return Array.from({ length: Math.min(length, 300) }, () =>
    sample(items, source, name.replace(/s$/, ''), depth + 1),
  )
}

function sampleNumber({ minimum = 0, maximum = 1000 }: Schema, random: Random, isInteger: boolean): number {
  if (random.chance(0.2)) return random.pick([minimum, maximum, minimum - 1, maximum + 1])
  const integer = minimum + random.below(Math.min(maximum - minimum, 20) + 1)
  return isInteger ? integer : integer + random.pick([0, 0.5, 0.99])
}

function sampleText({ format, minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  if (format === 'uuid') return uuidOf(random)
  if (format === 'email') return `${random.below(1e6)}@example.test`
  if (format === 'date-time')
    return random.pick(['2026-12-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
  const length = random.chance(0.2)
    ? random.pick([minLength, maxLength, maxLength + 1])
    : minLength + random.below(12)
  return 'Millet mix from Dharwad '.repeat(Math.ceil(length / 24) + 1).slice(0, Math.min(length, 20_000))
}

/** A version 4 UUID of pseudorandom digits. */
function uuidOf(random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`
}
