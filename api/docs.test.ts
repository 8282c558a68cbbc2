import { expect, it } from 'vitest'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { ctx } = await testDatabase()
const { api } = apiClient(ctx)

it('GET /docs returns a page whose scripts and styles are all files of this server', async () => {
  const page = await api.request('/docs')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default dompurify")
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//)
  const files = [...html.matchAll(/(?:src|href)="\/api(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(files).toHaveLength(4)
  for (const path of files) {
    const file = await api.request(path)
    expect(file.status).toBe(200)
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
    expect(file.headers.get('content-type')).toContain(type)
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(50)
  }
})

it('answers 304 for its cached files, and serves no other file of the package', async () => {
  const first = await api.request('/docs/swagger-ui.css')
  const etag = first.headers.get('etag') ?? ''
  expect((await api.request('/docs/swagger-ui.css', { headers: { 'if-none-match': etag } })).status).toBe(304)
  for (const name of ['package.json', 'swagger-initializer.js', '..%2fpackage.json'])
    expect((await api.request(`/docs/${name}`)).status).toBe(404)
})
