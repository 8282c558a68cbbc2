/** Shows the contract in Swagger UI, from our own server and without inline scripts. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { ApiEnv } from '#api/deps.ts'

export const docs = new Hono<ApiEnv>()

const REVALIDATE = 'public, max-age=0, must-revalidate'

/** Scripts and styles come from files only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  // 'dompurify' is the policy of the library's own sanitiser.
  "require-trusted-types-for 'script'; trusted-types default dompurify"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Shop API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="contract"><p>The contract as a document: <a href="/api/openapi.json">openapi.json</a></p></main>
<script src="/api/docs/trusted.js"></script>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const START = `window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#contract', validatorUrl: null, deepLinking: true })
`

/** Runs before all other scripts. Allows these elements with no attribute but `class`, and React's empty <script>. */
const TRUSTED = `const ELEMENTS = 'a|b|br|code|div|em|h[1-6]|hr|i|li|ol|p|pre|span|strong|table|tbody|td|th|thead|tr|ul'
const ALLOWED = new RegExp('^(?:[^<]|</?(?:' + ELEMENTS + ')(?: class="[^"<>]*")? ?/?>)*$')
const refuseMarkup = () => {
  reportError(new Error('Markup was refused'))
  return ''
}
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (ALLOWED.test(text) || text === '<script></script>' ? text : refuseMarkup()),
})
`

docs.get('/docs/trusted.js', (c) =>
  c.body(TRUSTED, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': REVALIDATE }),
)

docs.get('/docs', (c) => c.html(PAGE, 200, { 'content-security-policy': POLICY }))

docs.get('/docs/start.js', (c) =>
  c.body(START, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': REVALIDATE }),
)

const FILES = [
  ['swagger-ui.css', 'text/css; charset=utf-8', import.meta.resolve('swagger-ui-dist/swagger-ui.css')],
  [
    'swagger-ui-bundle.js',
    'text/javascript; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  ],
] as const

for (const [name, type, url] of FILES) {
  docs.get(`/docs/${name}`, etag(), async (c) => {
    const file = await readFile(fileURLToPath(url))
    return c.body(new Uint8Array(file), 200, { 'content-type': type, 'cache-control': REVALIDATE })
  })
}
