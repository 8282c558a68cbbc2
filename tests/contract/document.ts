/** Checks of responses against the contract's JSON, as clients read it. */
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { expect } from 'vitest'
import type { Schema } from '#tests/access/sample.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
type Header = { required?: boolean; schema: Schema }
type Response = { content?: Record<string, { schema: Schema }>; headers?: Record<string, Header> }
export type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
  summary?: string
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** `type`: null without a body. */
export type ApiResponse = {
  method: string
  path: string
  status: number
  type: string | null
  headers: Headers
  body: unknown
}

/** Returns every operation with its path and its method in capitals. */
export function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
}

/**
 * Checks responses against the document: an undeclared status, a missing header, another content type, or an undeclared
 * or invalid field fails the test.
 */
export function responseCheck(document: Document) {
  const check = schemaCheck(closeObjects(document))
  const operations = operationsOf(document)
  return ({ method, path, status, type, headers, body }: ApiResponse): void => {
    const what = `${method} ${path}`
    const [requested = ''] = path.split('?', 1)
    const operation = operations.find((each) => each.method === method && matchesPath(each.path, requested))
    // The response for an unknown path is an error in the API's format.
    if (!operation) {
      check(ERROR, body, what)
      return
    }
    const declaredResponse = operation.responses[status]
    expect(declaredResponse, `${what} declares ${status}: ${JSON.stringify(body)}`).toBeDefined()
    for (const [name, { required }] of Object.entries(declaredResponse?.headers ?? {}))
      if (required) expect(headers.get(name), `${what} (${status}) sends ${name}`).not.toBeNull()
    for (const name of ANNOUNCED_HEADERS)
      if (headers.has(name))
        expect(declaredResponse?.headers, `${what} (${status}) declares ${name}`).toHaveProperty(name)
    const types = Object.keys(declaredResponse?.content ?? {})
    expect(type === null ? [] : [type], `the type of ${what}`).toEqual(types)
    if (type !== 'application/json') return
    const schemaPath = [
      'paths',
      operation.path,
      method.toLowerCase(),
      'responses',
      `${status}`,
      'content',
      type,
      'schema',
    ]
    check(pointer(schemaPath), body, `${what} (${status})`)
  }
}

/** A response with one of these headers must declare it. */
const ANNOUNCED_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Total-Count',
]

const ERROR = '#/components/schemas/Error'

/** Returns a check of values against the schema at a place of the document. */
export function schemaCheck(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  ajvFormats.default(ajv)
  ajv.addSchema(document as AnySchemaObject, 'contract')
  const validators = new Map<string, ValidateFunction>()
  return (place: string, value: unknown, what: string): void => {
    const validate = validators.get(place) ?? ajv.compile({ $ref: `contract${place}` })
    validators.set(place, validate)
    if (validate(value)) return
    expect.fail(`${what} violates the contract: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`)
  }
}

/** Returns a JSON pointer as a URL fragment. */
export function pointer(at: readonly string[]): string {
  const steps = at.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
  return `#/${steps.join('/')}`
}

/** True when `requested` matches `path`, which has parameters in braces. */
export function matchesPath(path: string, requested: string): boolean {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(requested)
}

/** Returns the document with closed objects, so that an undeclared field fails the test. */
function closeObjects<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closeObjects) as Part
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, closeObjects(inner)]))
  const isObject = 'type' in copy && copy.type === 'object' && 'properties' in copy
  return (isObject ? { additionalProperties: false, ...copy } : copy) as Part
}
