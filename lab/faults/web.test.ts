/** The whole shop behind an HTTPS proxy: headers, cookies, redirects, uploads, logs and metrics. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { folderFiles } from '#infra/files/file-store.ts'
import { CODE_GUESSES } from '#infra/rate-limits/guess-limiter.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { photoFileKey } from '#shop/orders/request-photos.flow.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { PAGE_ROWS } from '#tests/access/page-rows.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { proveSessions, seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const ORIGIN = 'https://shop.test'
const database = await testDatabase()
const provider = await startRazorpayServer()
let program: ShopProgram
let url: string
let metricsPort: number
const dataDir = makeOpenFolder()

beforeAll(async () => {
  await seedRealShop(database.url)
  metricsPort = await freePort()
  program = startProcess({
    METRICS_PORT: `${metricsPort}`,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: `${await freePort()}`,
    ORIGIN,
    AUTH_SECRET: randomUUID(),
    LOG_LEVEL: 'debug',
    SLOW_QUERY_MS: '1',
    TRUST_PROXY: 'on',
    ...cardSettings(provider.url),
  })
  url = await readyShop(program)
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  await provider.stop()
  removeFolders()
})

type RequestContent = {
  form?: Record<string, string>
  json?: unknown
  cookie?: string
  headers?: Record<string, string>
}

let requests = 0

/** A request as the proxy forwards it, each from another network, so that no rate limit applies. */
async function request(
  path: string,
  { form, json, cookie = '', headers = {} }: RequestContent = {},
): Promise<Response> {
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json)
  requests += 1
  const from = { 'x-forwarded-for': `203.0.${requests >> 8}.${requests & 255}` }
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { origin: ORIGIN, ...from, ...(cookie && { cookie }), ...type, ...headers },
    ...(body !== undefined && { body }),
  })
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

async function signIn(email: string, cookie = ''): Promise<Response> {
  const answer = await request('/auth/signin', { form: { email, password: DEMO_PASSWORD }, cookie })
  await proveSessions(database.url)
  return answer
}

const THINGS: Record<string, string> = {
  product: 'ragi-mix',
  order: '00000000-0000-4000-8000-000000000099',
  nothing: '00000000-0000-4000-8000-000000000099',
  customer: '00000000-0000-4000-8000-000000000099',
  task: '00000000-0000-4000-8000-000000000099',
  group: '00000000-0000-4000-8000-000000000099',
}
const PATHS = [
  ...PAGE_ROWS.map(([, path]) => path.replace(/\{(\w+)\}/g, (_, name: string) => THINGS[name] ?? '')),
  '/nothing/here',
  '/api/products',
  '/api/orders',
  '/api/nothing',
  '/healthz',
]
const FILES = ['/favicon.svg', '/worker-sw.js', '/illustrations/empty-basket.svg']

/** Expects the policy to allow each inline script by its hash or nonce. */
function expectAllowedScripts(html: string, policy: string, path: string): void {
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(allowed, path).not.toContain('unsafe')
  expect(policy, path).not.toContain('unsafe-inline')
  for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (text === '' || /type="application\/(ld\+)?json"/.test(attributes)) continue
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(text).digest('base64')
    expect(allowed, path).toContain(nonce ? `'nonce-${nonce}'` : `'sha256-${hash}'`)
  }
  expect(html, path).not.toMatch(/<[^>]+\son\w+="/)
}

it('renders the whole page even for the first request, which loads its code', async () => {
  const refused = await request('/admin/dashboard')
  expect(refused.status).toBe(401)
  const page = await refused.text()
  expect(page).toMatch(/^<!DOCTYPE html><html/)
  expect(page.replace(/<script\b.*?<\/script>/gs, '')).toContain('Please sign in to access admin dashboard')
})

it('limits the searches of a network, and still answers those of others', async () => {
  const words = 'ragee bajara milett pankakes turmaric tandori protien idly'.replaceAll(' ', '+')
  const search = async (from: string) =>
    (await request(`/search?q=${words}`, { headers: { 'x-forwarded-for': from } })).status
  // A network has 120 searches a minute. semaphore.test.ts tests the turns of networks.
  const flood = Array.from({ length: 130 }, () => search('198.51.100.1'))
  expect(await search('198.51.100.2')).toBe(200)
  expect((await Promise.all(flood)).filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
})

it('sends security headers with every kind of response', async () => {
  const admin = cookiesOf(await signIn('admin@demo.test'))
  for (const path of PATHS) {
    for (const cookie of ['', admin]) {
      const response = await request(path, { cookie })
      const text = await response.text()
      const header = (name: string) => response.headers.get(name)
      expect(header('x-content-type-options'), path).toBe('nosniff')
      expect(header('x-frame-options'), path).toBe('DENY')
      expect(header('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
      expect(header('permissions-policy'), path).toContain('geolocation=()')
      expect(header('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(header('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(header('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
      const policy = header('content-security-policy') ?? ''
      if (!header('content-type')?.startsWith('text/html')) {
        expect(policy, path).toMatch(/^default-src 'none'; object-src 'none'; base-uri 'none'/)
        expect(policy, path).toContain("frame-ancestors 'none'")
        continue
      }
      for (const rule of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "img-src 'self' data: blob:;",
        "require-trusted-types-for 'script'",
        'trusted-types default',
        'report-to csp',
      ])
        expect(policy, path).toContain(rule)
      expect(policy, path).toMatch(/trusted-types default;/)
      expectAllowedScripts(text, policy, path)
    }
  }
  const built = /\/assets\/[\w.-]+\.js/.exec(await (await request('/')).text())?.[0] ?? ''
  const { headers: assetHeaders } = await request(built)
  expect(assetHeaders.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(assetHeaders.get('cross-origin-resource-policy')).toBe('same-origin')
  for (const path of [...FILES, built]) {
    const { headers } = await request(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('strict-transport-security'), path).toContain('includeSubDomains')
    expect(headers.get('content-security-policy'), path).toMatch(
      /default-src '(none|self)'.*frame-ancestors 'none'/,
    )
  }
  for (const path of [...FILES, '/', '/products']) {
    const whole = await fetch(url + path)
    await whole.text()
    const same = await fetch(url + path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect([path, same.status]).toEqual([path, 304])
    // Absent or equal, since a browser updates cached headers from a 304.
    const policies = [null, whole.headers.get('content-security-policy')]
    expect(policies, path).toContain(same.headers.get('content-security-policy'))
  }
  const raw = await fetch(`${url}/api/products`, { method: 'POST', body: 'x'.repeat(3_000_000) })
  expect(raw.headers.get('content-security-policy')).toContain("default-src 'none'")
}, 300_000)

it('sends pages and the API’s JSON compressed', async () => {
  for (const path of ['/cart', '/']) {
    const { headers } = await fetch(url + path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([path, headers.get('content-encoding'), headers.get('vary')]).toEqual([
      path,
      'br',
      'Accept-Encoding',
    ])
    const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    expect([path, plain.headers.get('content-encoding')]).toEqual([path, null])
  }
  const headers = { 'accept-encoding': 'gzip' }
  for (const path of ['/api/openapi.json', '/api/products?q=ragi', '/api/products', '/cart', '/']) {
    const answer = await fetch(url + path, { headers })
    expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, 'gzip'])
    expect((await answer.text()).length).toBeGreaterThan(500)
  }
})

it('sets cookies with __Host-, Secure, SameSite and, for sessions, HttpOnly, and a new session at each sign-in', async () => {
  const first = await signIn('customer@demo.test')
  const again = await signIn('customer@demo.test', cookiesOf(first))
  const addition = await request('/product/bajra-mix', { form: { quantity: '1' } })
  const setCookies = [first, again, addition].flatMap(({ headers }) => headers.getSetCookie())
  expect(setCookies.length).toBeGreaterThan(3)
  for (const cookie of setCookies) expect(cookie).toMatch(/; Path=\/(;|$)(?=.*SameSite=Lax)/i)
  for (const cookie of setCookies) expect(cookie).toMatch(/^__Host-(?!.*Domain=).*; Secure/i)
  const sessions = setCookies.filter((cookie) => cookie.includes('session_token='))
  expect(sessions.length).toBe(2)
  for (const session of sessions) expect(session).toMatch(/^__Host-(?=.*HttpOnly)/)
  expect(sessions[0]?.split(';')[0]).not.toBe(sessions[1]?.split(';')[0])
  // The earlier session's cookie gives no access.
  expect((await request('/api/orders', { cookie: cookiesOf(first) })).status).toBe(401)
  expect((await request('/api/orders', { cookie: cookiesOf(again) })).status).toBe(200)
  // A session cookie that the visitor sends along is not adopted.
  const planted = '__Host-better-auth.session_token=planted.planted'
  const own = await signIn('customer@demo.test', planted)
  expect(cookiesOf(own)).not.toContain('planted')
}, 60_000)

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'https:evil.example',
  '%2f%2fevil.example',
]

it('redirects only to its own pages, whatever the address or form contains', async () => {
  const cookie = cookiesOf(await signIn('admin@demo.test'))
  const answers: [string, Response][] = []
  const collect = async (what: string, response: Promise<Response>) => answers.push([what, await response])
  for (const value of ELSEWHERE) {
    const query = new URLSearchParams({
      returnTo: value,
      next: value,
      redirect: value,
      order: value,
      category: value,
    })
    for (const path of [
      '/auth/signin',
      '/auth/signup',
      '/auth/callback',
      '/auth/verify-email',
      '/auth/reset-password',
    ])
      await collect(`${path}?${query}`, request(`${path}?${query}`, { cookie }))
    for (const path of [
      '/privacy',
      '/SHOP',
      '/shop/',
      '/shop.data',
      '/orders/export.csv',
      '/auth/callback',
      '/cart/sync',
    ])
      await collect(`${path}?${query}`, request(`${path}?${query}`))
    await collect('a payment', request(`/api/payments/return?${query}`))
    const onward = Object.fromEntries([
      ['intent', 'clear'],
      ['then', value],
    ])
    await collect('the cart', request('/cart', { form: onward }))
    await collect(
      'a language',
      request('/shg-worker-dashboard', {
        cookie,
        form: { intent: 'language', language: 'hi', returnTo: value },
      }),
    )
    await collect(
      'a product',
      request(`/product/bajra-mix?then=${encodeURIComponent(value)}`, { form: { quantity: '1' } }),
    )
  }
  for (const path of [
    '//evil.example/shop',
    '/shop//evil.example',
    '/%2f%2fevil.example/privacy',
    '//evil.example/..;/privacy',
  ])
    await collect(path, request(path))
  const redirects = answers.flatMap(([what, { headers }]) =>
    headers.has('location') ? [[what, headers.get('location')]] : [],
  )
  expect(redirects.length).toBeGreaterThan(ELSEWHERE.length * 5)
  for (const [what, location] of redirects)
    expect(new URL(location ?? '', ORIGIN).origin, `${what} leads to ${location}`).toBe(ORIGIN)
}, 120_000)

it('redirects a path with a trailing slash to the cached page, and to no other site', async () => {
  const redirectOf = async (path: string) => {
    const { status, headers } = await request(path)
    return [status, headers.get('location')]
  }
  expect(await redirectOf('/Products/?utm_source=mail&category=sweet')).toEqual([
    301,
    '/products?utm_source=mail&category=sweet',
  ])
  expect((await redirectOf('//evil.example/'))[1]).toBeNull()
})

it('refuses a form above 64 KB, and does not wait for a body whose Content-Length is above', async () => {
  const large = await request('/contact', { form: { name: 'x'.repeat(64 * 1024) } })
  expect(large.status).toBe(413)
  expect(await large.text()).toContain('What was sent is larger than this page takes.')
  const type = 'application/x-www-form-urlencoded'
  const headers = { origin: ORIGIN, 'content-type': type, 'content-length': 900_000_000 }
  const status = new Promise((resolve, reject) => {
    const outgoing = openRequest(`${url}/newsletter`, { method: 'POST', headers }, ({ statusCode }) => {
      resolve(statusCode)
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    outgoing.write('email=')
  })
  expect(await status).toBe(413)
})

it('answers a file of 8 MB with an error message, on every route that accepts files', async () => {
  const { db, ctx } = database
  const admin = await makeUser(db, { staffRole: 'owner' })
  const worker = await makeWorker(ctx(admin), {
    user: { email: 'sunita@shop.test', password: DEMO_PASSWORD },
  })
  const task = await makeTask(ctx(admin), worker)
  await startTask(ctx(worker), { workLogId: task })
  const uploads = [
    ['sunita@shop.test', `/upload-task-photo/${task}`, 'photo'],
    ['sunita@shop.test', `/api/work-logs/${task}/photo`, 'photo'],
    ['admin@demo.test', '/api/products/bajra-mix/images', 'image'],
    ['admin@demo.test', '/admin/dashboard/products/new', 'images'],
  ] as const
  for (const [email, path, field] of uploads) {
    const form = new FormData()
    form.set(field, new File([new Uint8Array(8 * 1024 * 1024)], 'a.jpg', { type: 'image/jpeg' }))
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const cookie = cookiesOf(await signIn(email))
    const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nOrigin: ${ORIGIN}\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n`
    const body = Buffer.from(await encoded.arrayBuffer())
    expect(await sendWhole(head, body), path).toMatch(
      /^HTTP\/1.1 4(13|22) [\s\S]*File size must be less than 5MB/,
    )
  }
  expect(
    await sendWhole(
      `POST /upload-task-photo/1 HTTP/1.1\r\nHost: a\r\nOrigin: ${ORIGIN}\r\n`,
      Buffer.alloc(8 * 1024 * 1024),
    ),
  ).toMatch(/^HTTP\/1.1 401 /)
})

/**
 * Sends the whole body before reading the response, as browsers do; returns '' if the connection was cut.
 */
async function sendWhole(head: string, body: Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let responseText = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      responseText += chunk
    })
  socket.pause().write(`${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
  await Promise.race([new Promise<void>((resolve) => socket.write(body, () => resolve())), closed])
  socket.resume()
  await closed
  return responseText
}

/** Sends a request line and headers unchanged; returns the response. */
async function answerTo(head: string, body = ''): Promise<string> {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  requests += 1
  const from = `X-Forwarded-For: 203.0.${requests >> 8}.${requests & 255}\r\n`
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let responseText = ''
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      responseText += chunk
    })
  socket.write(`${head}Host: shop.test\r\n${from}${length}Connection: close\r\n\r\n${body}`)
  await once(socket, 'close')
  return responseText
}

const statusOf = (answer: string) => Number(answer.slice(9, 12))

it('ends the session of a person who signed out offline before it answers any other request', async () => {
  for (const [path, content] of [
    ['/', {}],
    ['/profile?tab=a', {}],
    ['/api/orders', {}],
    ['//evil.example/a', {}],
    ['/auth/signin', { form: { email: 'customer@demo.test', password: DEMO_PASSWORD } }],
  ] as const) {
    const session = cookiesOf(await signIn('customer@demo.test'))
    expect((await request('/api/orders', { cookie: session })).status).toBe(200)
    const answer = await request(path, { ...content, cookie: `${session}; __Host-left=1` })
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      307,
      path.replace('//', '/'),
    ])
    const deleted = answer.headers.getSetCookie().filter((cookie) => /max-age=0/i.test(cookie))
    for (const name of ['session_token', '__Host-left', '__Host-cart', '__Host-account'])
      expect(
        deleted.some((cookie) => cookie.split('=')[0]?.includes(name)),
        `${path} ${name}`,
      ).toBe(true)
    expect((await request('/api/orders', { cookie: session })).status).toBe(401)
  }
  const session = cookiesOf(await signIn('customer@demo.test'))
  const signOut = await request('/auth/signout', { form: {}, cookie: `${session}; __Host-left=1` })
  expect([signOut.status, signOut.headers.get('location')]).toEqual([302, '/'])
  expect(signOut.headers.getSetCookie().join()).toContain('__Host-left=;')
})

it('sends pictures and photos as inline images with file names of its own', async () => {
  const { db, ctx } = database
  const admin = await makeUser(db, { staffRole: 'owner' })
  const worker = await makeWorker(ctx(admin), {
    user: { email: 'lata@shop.test', password: DEMO_PASSWORD },
  })
  const task = await makeTask(ctx(admin), worker)
  await startTask(ctx(worker), { workLogId: task })
  const upload = async (email: string, path: string, field: string, number: number) => {
    const cookie = cookiesOf(await signIn(email))
    const body = new FormData()
    const name = '"><script>evil.html'
    body.set(field, new File([new Uint8Array(await phonePhoto(number, 800))], name, { type: 'text/html' }))
    const headers = { origin: ORIGIN, cookie, 'x-forwarded-for': '203.1.0.1' }
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    expect(answer.status, path).toBeLessThan(300)
    return { cookie, text: await answer.text() }
  }
  const product = await upload('admin@demo.test', '/api/products/bajra-mix/images', 'image', 71)
  const picture = /\/pictures\/[\w./-]+/.exec(product.text)?.[0] ?? ''
  const uploaded = await upload('lata@shop.test', `/api/work-logs/${task}/photo`, 'photo', 72)
  const photo = /"(\/api\/work-logs\/[^"]+\/photos\/[^"]+)"/.exec(uploaded.text)?.[1]
  expect(photo, uploaded.text).toBeDefined()
  const customer = cookiesOf(await signIn('customer@demo.test'))
  const order = await request('/api/orders', {
    cookie: customer,
    headers: { 'idempotency-key': randomUUID() },
    json: {
      items: [{ product_id: seedId(3), quantity: 1 }],
      shipping_address: {
        full_name: 'Asha Rao',
        phone: '9845077124',
        address_line1: 'Lane 7',
        city: 'Mysuru',
        state: 'Karnataka',
        postal_code: '570001',
      },
      payment_method: 'cod',
    },
  })
  const { id: orderId } = await order.json()
  const photoId = randomUUID()
  const { id: requestId } = await db
    .insertInto('orderRequests')
    .values({ orderId, kind: 'refund', reason: 'late', status: 'open', requestedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('requestPhotos')
    .values({ id: photoId, requestId, width: 9, height: 9, createdAt: new Date() })
    .execute()
  await folderFiles(join(dataDir, 'files')).put(photoFileKey(photoId), await phonePhoto(73), 'image/webp')
  for (const [path, cookie] of [
    [picture, ''],
    [photo, uploaded.cookie],
    [`/orders/${orderId}/photos/${photoId}`, customer],
  ]) {
    const { status, headers } = await request(path ?? '', { cookie: cookie ?? '' })
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('content-disposition'), path).toMatch(
      /^inline; filename="(picture|photo)-[0-9a-f-]{36}\.(webp|avif)"$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toMatch(/^image\/(webp|avif)$/)
  }
}, 60_000)

it('refuses TRACE and TRACK on every kind of path', async () => {
  const picture = '/pictures/00000000-0000-4000-8000-000000000099-9x9/9.webp'
  const kinds = [
    ...PATHS,
    ...FILES,
    picture,
    '/metrics',
    '/readyz',
    '/search/suggestions?q=a',
    '/csp-reports',
  ]
  for (const path of [...kinds, '/assets/nothing.js', '/api/auth/get-session', '*'])
    for (const method of ['TRACE', 'TRACK']) {
      const answer = await answerTo(`${method} ${path} HTTP/1.1\r\nCookie: secretCookie=1\r\n`)
      // Node's parser refuses a method that it does not know.
      expect([path, statusOf(answer)]).toEqual([path, method === 'TRACE' ? 405 : 400])
      expect(answer.toLowerCase()).not.toContain('secretcookie')
    }
}, 60_000)

describe('a repeated field', () => {
  const from = `Origin: ${ORIGIN}\r\n`
  const json = `${from}Content-Type: application/json\r\n`
  const form = `${from}Content-Type: application/x-www-form-urlencoded\r\n`
  const right = encodeURIComponent(DEMO_PASSWORD)
  const email = 'customer%40demo.test'

  it('is refused in the API’s query string; in a page’s query string the first value counts', async () => {
    const answer = await answerTo('GET /api/products?category=mixes&category=none HTTP/1.1\r\n')
    expect(statusOf(answer)).toBe(422)
    expect(answer).toContain('"category"')
    const page = async (query: string) => (await request(`/search?${query}`)).text()
    expect(await page('q=ragi&q=zzzz')).toContain('value="ragi"')
    expect(await page('q=zzzz&q=ragi')).toContain('value="zzzz"')
  })

  it('counts with its last value in a form, which is the value that is validated', async () => {
    const signIn = (fields: string) => answerTo(`POST /auth/signin HTTP/1.1\r\n${form}`, fields)
    expect(statusOf(await signIn(`email=${email}&password=wrong-1A&password=${right}`))).toBe(302)
    expect(statusOf(await signIn(`email=${email}&password=${right}&password=wrong-1A`))).toBe(401)
    expect(statusOf(await signIn(`email=${email}&email=nobody&password=${right}`))).toBe(422)
    // The query string does not fill in form fields.
    const query = `email=${email}&password=${right}`
    expect(statusOf(await answerTo(`POST /auth/signin?${query} HTTP/1.1\r\n${form}`, 'a=b'))).toBe(422)
  })

  it('counts with its last value in JSON, also for Better Auth', async () => {
    const signIn = (body: string) => answerTo(`POST /api/auth/sign-in/email HTTP/1.1\r\n${json}`, body)
    const user = '"email":"customer@demo.test"'
    expect(statusOf(await signIn(`{${user},"password":"wrong-1A","password":"${DEMO_PASSWORD}"}`))).toBe(200)
    expect(statusOf(await signIn(`{${user},"password":"${DEMO_PASSWORD}","password":"wrong-1A"}`))).toBe(401)
    const quote = (body: string) => answerTo(`POST /api/cart/quote HTTP/1.1\r\n${json}`, body)
    const item = (quantity: string) => `{"items":[{"product_id":"${seedId(3)}",${quantity}}]}`
    expect(statusOf(await quote(item('"quantity":-1,"quantity":1')))).toBe(200)
    expect(statusOf(await quote(item('"quantity":1,"quantity":-1')))).toBe(422)
  })

  it('is refused as Origin or Idempotency-Key header, and the first value of a cookie counts', async () => {
    const foreign = 'Origin: https://evil.example\r\n'
    for (const both of [`${from}${foreign}`, `${foreign}${from}`]) {
      const head = `POST /auth/signout HTTP/1.1\r\n${both}Content-Type: application/x-www-form-urlencoded\r\n`
      expect(statusOf(await answerTo(head, 'a=b'))).toBe(403)
    }
    const [name = '', good = ''] = (
      cookiesOf(await signIn('customer@demo.test')).match(/[^;\s]*session_token=[^;]+/)?.[0] ?? ''
    ).split(/=(.*)/)
    const cookies = (values: string[]) =>
      `Cookie: ${values.map((value) => `${name}=${value}`).join('; ')}\r\n`
    for (const [path, signedOut] of [
      ['/api/orders', 401],
      ['/profile/my-data.json', 401],
    ] as const) {
      expect([
        path,
        statusOf(await answerTo(`GET ${path} HTTP/1.1\r\n${cookies([good, 'made.up'])}`)),
      ]).toEqual([path, 200])
      expect([
        path,
        statusOf(await answerTo(`GET ${path} HTTP/1.1\r\n${cookies(['made.up', good])}`)),
      ]).toEqual([path, signedOut])
    }
    const key = (header: string) =>
      answerTo(`POST /api/orders HTTP/1.1\r\n${json}${cookies([good])}${header}`, '{"items":[]}')
    expect(statusOf(await key('Idempotency-Key: a\r\nIdempotency-Key: b\r\n'))).toBe(422)
  })
})

it('refuses cross-site sign-ins, sign-outs and forms, even without a cookie', async () => {
  const account = { email: 'customer@demo.test', password: DEMO_PASSWORD }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    for (const [path, content] of [
      ['/auth/signin', { form: account }],
      ['/auth/signin.data', { form: account }],
      ['/auth/signout', { form: { a: 'b' } }],
      ['/auth/signup', { form: account }],
      ['/contact', { form: { name: 'a' } }],
      ['/cart', { form: { intent: 'remove', key: 'a' } }],
      ['/cart/sync', { form: { a: 'b' } }],
      ['/products', { form: { a: 'b' } }],
      ['/api/auth/sign-in/email', { json: account }],
      ['/api/auth/sign-out', { json: {} }],
      ['/api/cart/quote', { json: { items: [] } }],
    ] as const)
      expect((await request(path, { ...content, headers })).status, `${path} ${Object.keys(headers)}`).toBe(
        403,
      )
  expect((await request('/api/auth/sign-in/email', { json: account })).status).toBe(200)
})

it('serves metrics only on their own port if no token is set', async () => {
  expect((await request('/metrics')).status).toBe(404)
  const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await own.text()).toContain('shop_http_request_seconds_count')
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
})

it('counts wrong codes of the cart page’s cookie and of the API together', async () => {
  const from = { 'x-forwarded-for': '198.51.100.77' }
  const quote = (code: string, headers = from) => {
    const items = [{ product_id: seedId(2), quantity: 1 }]
    return request('/api/cart/quote', { json: { items, referral_code: code }, headers })
  }
  expect((await quote('WRONG1')).status).toBe(200)
  for (let at = 2; at <= CODE_GUESSES.network.max; at += 1)
    expect((await request('/cart', { cookie: `__Host-ref=WRONG${at}`, headers: from })).status).toBe(200)
  expect((await quote('RIGHT')).status).toBe(429)
  expect((await quote('RIGHT', { 'x-forwarded-for': '198.51.100.78' })).status).toBe(200)
})

it('never requests a picture URL that was typed', async () => {
  let visits = 0
  const neighbour = createServer((socket) => {
    visits += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(neighbour, 'listening')
  const { port } = neighbour.address() as AddressInfo
  const cookie = cookiesOf(await signIn('admin@demo.test'))
  const statuses: number[] = []
  for (const address of [
    `https://127.0.0.1:${port}/a.png`,
    `http://127.0.0.1:${port}/a.png`,
    `https://localhost:${port}/`,
  ]) {
    const body = { image_urls: [address], image_alts: ['A mix'] }
    const product = { name: 'Seen nowhere', price: 10, category: 'meal-mix', slug: `seen-${randomUUID()}` }
    statuses.push((await request('/api/products', { cookie, json: { ...product, ...body } })).status)
    const changed = await fetch(`${url}/api/products/${seedId(2)}`, {
      method: 'PUT',
      headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    statuses.push(changed.status)
    const page = {
      new_image_url: address,
      name: 'Typed',
      price: '10',
      category: 'meal-mix',
      slug: '',
      picture: 'add',
    }
    await request('/admin/dashboard/products/new', { cookie, form: page })
    await request(`/product/${seedId(2)}`)
    await request(`/api/products/${seedId(2)}`)
  }
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0)
  // All queued work is done once a later request of the same kind is answered.
  await request('/sitemap.xml')
  neighbour.close()
  expect(visits).toBe(0)
}, 60_000)

it('logs security events by their OWASP names, without typed text', async () => {
  const customer = { email: 'customer@demo.test', password: DEMO_PASSWORD }
  const typed = [
    'typedPassword77',
    '9845011199',
    '771199',
    'typed-name@example.test',
    'typedParameter',
    'typedThing',
  ]
  const [password = '', phone = '', pin = '', email = '', parameter = '', thing = ''] = typed
  const unknownId = randomUUID()
  await request('/auth/signin', { form: { ...customer, password } })
  await request('/auth/signin', { form: { email, password } })
  const cookie = cookiesOf(await signIn(customer.email))
  await request('/worker/signin', { form: { phone, pinPassword: pin, device: 'own' } })
  await request('/worker/join', {
    form: { card: thing, pinPassword: pin, pinPasswordAgain: pin, device: 'own' },
  })
  await request('/auth/signin', { form: { email: thing, password } })
  await request('/contact', { form: { name: '', email: thing } })
  await request('/api/contact-messages', { json: { email: thing } })
  await request(`/api/products?${parameter}=1`)
  await request('/api/orders')
  await request('/admin/dashboard')
  await request('/admin/dashboard', { cookie })
  await request(`/api/orders/${unknownId}`, { cookie })
  await request(`/orders/${unknownId}`, { cookie })
  await request(`/${thing}/${email}`, { cookie })
  await request('/orders', { cookie: cookie.replace(/(session_token=)[^;]+/, '$1made.up') })
  await request('/auth/signout', { form: {}, cookie })
  const events = () =>
    program.lines
      .filter((line) => line.includes('"log":"security"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const { id: userId } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow()
  const expected = [
    { event: 'authn_login_fail', way: 'password', userId },
    { event: 'authn_login_fail', way: 'password', userId: null },
    { event: 'authn_login_success', way: 'password', userId },
    { event: 'authn_login_fail', way: 'pin', userId: null },
    { event: 'authn_login_fail', way: 'card', userId: null },
    { event: 'input_validation_fail', route: '/auth/signin', fields: ['email: invalid_format'] },
    { event: 'input_validation_fail', route: '/api/products', fields: ['query: unrecognized_keys'] },
    { event: 'authz_fail', userId: null, status: 401, route: '/api/orders' },
    { event: 'authz_fail', userId: null, status: 401, route: '/admin/dashboard' },
    { event: 'authz_fail', userId, status: 403, route: '/admin/dashboard' },
    { event: 'authz_fail', userId, status: 404, route: '/api/orders/:id', ids: [unknownId] },
    { event: 'authz_fail', userId, status: 404, route: '/orders/:id', ids: [unknownId] },
    { event: 'session_use_after_expire', userId: null },
    { event: 'session_expired', reason: 'sign-out', userId },
  ]
  for (const event of expected)
    await expect.poll(events, { timeout: 30_000 }).toContainEqual(expect.objectContaining(event))
  const refusal = events().find(({ event }) => event === 'authz_fail')
  expect(refusal).toMatchObject({ network: expect.stringMatching(/^203\.0\./), device: expect.any(String) })
  const lines = JSON.stringify(events())
  for (const word of [...typed, customer.email, DEMO_PASSWORD]) expect(lines.includes(word), word).toBe(false)
}, 120_000)

it('logs no error for a visitor’s invalid request, and sends its id', async () => {
  const from = program.lines.length
  const invalidRequests: [method: string, path: string, status: number, headers?: Record<string, string>][] =
    [
      ['OPTIONS', '/', 405],
      ['PUT', '/', 405],
      ['POST', '/about', 405],
      ['POST', '/about.data', 405],
      ['POST', '/contact', 400, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
      ['GET', '/%ff', 400],
      ['GET', '/%ff.data', 400],
      ['GET', '/api/orders', 401],
    ]
  for (const [method, path, status, headers = {}] of invalidRequests) {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { origin: ORIGIN, ...headers },
    })
    expect([method, path, answer.status]).toEqual([method, path, status])
    const id = answer.headers.get('x-request-id')
    expect(id, path).toMatch(/^[0-9a-f-]{36}$/)
    const events = () => program.lines.slice(from).filter((line) => line.includes('"log":"security"'))
    await expect.poll(() => events().some((line) => line.includes(`${id}`)), { timeout: 10_000 }).toBe(true)
  }
  for (let tries = 0; tries < 2; tries += 1)
    expect((await request('/auth/signin', { form: { provider: 'google' } })).status).toBe(503)
  const lines = program.lines.slice(from)
  for (const line of lines) expect(line).toMatch(/^\{"level":[234]0,/)
  const warnings = program.lines.filter((line) => line.includes('nobody can sign in with google'))
  expect(warnings).toHaveLength(1)
}, 60_000)

it('writes no query string into its log or metrics', async () => {
  const cookie = cookiesOf(await signIn('admin@demo.test'))
  const name = 'Queryname77'
  for (const path of [
    '/admin/dashboard/orders',
    '/admin/dashboard/search',
    '/search',
    '/search/suggestions',
    '/api/products',
    '/nothing',
  ])
    await request(`${path}?q=${name}&token=${name}`, { cookie })
  const last = `/last-${randomUUID()}`
  await request(`${last}?q=${name}`, { cookie })
  await expect.poll(() => program.lines.some((line) => line.includes(last)), { timeout: 30_000 }).toBe(true)
  expect(program.lines.join('\n')).not.toContain(name)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('shop_http_request_seconds_count')
  expect(metrics).not.toContain(name)
}, 60_000)

it('logs no secret and no personal data', async () => {
  const email = `${randomUUID()}@example.test`
  const secret = {
    password: 'Wrong-Pass-77',
    phone: '9845077123',
    street: 'Quietlane 7',
    card: '4111111111111111',
  }
  const name = 'Rukmini Testperson'
  const account = { fullName: name, email, password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD }
  await request('/auth/signup', { form: account })
  await request('/auth/signin', { form: { email: 'customer@demo.test', password: secret.password } })
  await request('/auth/reset-password', { form: { email: 'customer@demo.test' } })
  await request('/auth/reset-password?token=tokenInAddress77', {})
  await request('/auth/verify-email?token=tokenInAddress77', {})
  const session = await signIn('customer@demo.test')
  const cookie = cookiesOf(session)
  const address = {
    full_name: name,
    phone: secret.phone,
    address_line1: secret.street,
    city: 'Mysuru',
    state: 'Karnataka',
    postal_code: '570001',
  }
  const order = await request('/api/orders', {
    cookie,
    headers: { 'idempotency-key': randomUUID() },
    json: {
      items: [{ product_id: seedId(3), quantity: 1 }],
      shipping_address: address,
      payment_method: 'card',
    },
  })
  const { id } = await order.json()
  expect(order.status).toBe(201)
  await request('/api/create-payment-intent', { cookie, json: { order_id: id } })
  await request('/api/process-payment', {
    cookie,
    json: { order_id: id, payment_id: 'pay_1', signature: 'signatureOfCard77', card_number: secret.card },
  })
  await request(`/orders/${id}?phone=${secret.phone}`, { cookie })
  const db = database.db.withoutPlugins()
  const rows = await db
    .selectFrom('verifications' as never)
    .selectAll()
    .execute()
  const tokens = (JSON.stringify(rows).match(/[\w-]{24,}/g) ?? []).filter((token) => !isUuid(token))
  // Entries are logged in order, so once the last entry is there, all are.
  await expect
    .poll(() => program.lines.some((line) => line.includes(`/orders/${id}`)), { timeout: 30_000 })
    .toBe(true)
  const log = program.lines.join('\n')
  const secrets = [
    DEMO_PASSWORD,
    ...Object.values(secret),
    name,
    email,
    'tokenInAddress77',
    'signatureOfCard77',
  ]
  const sessions = cookie
    .split('; ')
    .map((pair) => pair.split('=')[1] ?? '')
    .filter((value) => value.length > 20)
  expect(sessions.length).toBeGreaterThan(0)
  for (const text of [...secrets, ...sessions, ...tokens]) expect(log.includes(text), text).toBe(false)
}, 120_000)
