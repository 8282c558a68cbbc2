import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sign } from '#infra/payments/gateways.ts'
import type { RequestContent } from '#tests/api-client.ts'
import type { Document, operationsOf } from '#tests/contract/document.ts'
import { SANDBOX_SECRET } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

type Operation = ReturnType<typeof operationsOf>[number]
type ReplaceIds = (text: string) => string

/**
 * Returns the example requests of an operation, one for each content type of its body. `replaceIds` replaces
 * example ids by real ids. A parameter or body without an example fails the test.
 */
export async function exampleRequests(
  contract: Document,
  operation: Operation,
  replaceIds: ReplaceIds,
): Promise<{ path: string; content: RequestContent }[]> {
  let path = operation.path
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    expect(schema.example, `an example of ${name}`).toBeDefined()
    const value = replaceIds(`${schema.example}`)
    if (place === 'path') path = path.replace(`{${name}}`, value)
    else if (place === 'query') query.set(name, value)
    // Each request needs a new key.
    else headers[name] = name === 'Idempotency-Key' ? randomUUID() : value
  }
  const url = query.size > 0 ? `${path}?${query}` : path
  const bodies = Object.keys(operation.requestBody?.content ?? {})
  if (bodies.length === 0) return [{ path: url, content: { headers } }]
  const requests = []
  for (const type of bodies) {
    const { headers: more, ...body } = await bodyOf(contract, operation, type, replaceIds)
    requests.push({ path: url, content: { ...body, headers: { ...headers, ...more } } })
  }
  return requests
}

let photos = 0

/** Returns the example of a body. A file has no example, so a photo is used. */
async function bodyOf(
  contract: Document,
  { requestBody }: Operation,
  type: string,
  replaceIds: ReplaceIds,
): Promise<RequestContent> {
  const { $ref, ...inline } = requestBody?.content[type]?.schema ?? {}
  const schema = $ref ? (contract.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : inline
  photos += 1
  if (type === 'multipart/form-data') {
    const form = new FormData()
    const bytes = new Uint8Array(await phonePhoto(1000 + photos, 64))
    for (const field of Object.keys(schema.properties ?? {})) form.set(field, new File([bytes], 'a.jpg'))
    return { form, headers: {} }
  }
  if (schema.format === 'binary')
    return { bytes: new Uint8Array([1, 2, 3]), headers: { 'content-type': type } }
  expect(schema.example, `an example of the body as ${type}`).toBeDefined()
  if (type === 'application/json') return { text: replaceIds(JSON.stringify(schema.example)), headers: {} }
  const text = `${schema.example}`
  return { text, headers: { 'x-sandbox-signature': sign(SANDBOX_SECRET, text) } }
}
