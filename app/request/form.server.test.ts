import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { doneNotice, formOf, readForm } from '#app/request/form.server.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Builds a request that posts `body`. With `inPieces` it has no Content-Length. */
function post(body: string, { type = FORM, inPieces = false, path = '' } = {}): Request {
  const headers = { 'content-type': type, ...(!inPieces && { 'content-length': `${body.length}` }) }
  const stream = new Blob([body]).stream()
  return new Request(`http://shop.test/${path}`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit)
}

it('reads fields and files, with or without a Content-Length', async () => {
  for (const inPieces of [false, true])
    expect((await formOf(post('name=Asha&city=Mysuru', { inPieces }))).get('city')).toBe('Mysuru')
  const form = new FormData()
  form.set('photo', new File(['12345'], 'a.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://shop.test/', { method: 'POST', body: form })
  expect((await formOf(request)).get('photo')).toMatchObject({ name: 'a.jpg', size: 5 })
})

it('refuses a body that exceeds its page’s limit, by its Content-Length', async () => {
  const large = `name=${'x'.repeat(64 * 1024)}`
  await expect(formOf(post(large))).rejects.toMatchObject({ init: { status: 413 } })
  expect(await readForm(post(large))).toBe('too_large')
  for (const path of ['upload-task-photo/1', 'upload-task-photo/1.data', 'admin/dashboard/products/new'])
    expect(await readForm(post(large, { path })), path).toBeInstanceOf(FormData)
})

it('refuses a body that is not a form', async () => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data', ''])
    await expect(formOf(post('{}', { type }))).rejects.toMatchObject({ init: { status: 400 } })
})

it('is the only module in which pages read a form on the server', async () => {
  const readers: string[] = []
  // Leaves out the service worker, which reads the PIN's form on the phone.
  const exclude = (name: string) => name.endsWith('service-worker.ts')
  for await (const file of glob('app/**/*.{ts,tsx}', { exclude }))
    if (/request\.(formData|text|json|blob|arrayBuffer|bytes|body)\b/.test(readFileSync(file, 'utf8')))
      readers.push(file)
  expect(readers).toEqual([])
})

it('returns a notice only for the page’s own messages', () => {
  const notice = (name: string) =>
    doneNotice(new Request(`http://shop.test/?done=${name}`), { saved: 'Saved' })
  expect(notice('saved')).toEqual({ ok: true, message: 'Saved' })
  for (const name of ['', 'other', '__proto__', 'constructor']) expect(notice(name), name).toBeUndefined()
})
