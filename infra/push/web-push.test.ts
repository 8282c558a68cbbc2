import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { vapidKeys } from '#infra/push/vapid-keys.ts'
import { webPush } from '#infra/push/web-push.ts'

const SECRET = 'a secret of at least thirty-two characters'
const CONTACT = 'mailto:help@shop.test'
const NOTE = {
  title: 'नया काम',
  body: 'अनाज साफ़ करना',
  lang: 'hi',
  url: '/shg-worker-dashboard?tab=active',
  tag: '5f0c9a52-7b0e-4a0e-9f5e-0d6a3f0e1b2c',
}

/** A push service on this machine: answers as told, and keeps what it got. */
const got: { headers: IncomingHttpHeaders; body: Buffer; path: string }[] = []
let status = 201
let location = ''
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  got.push({ headers: request.headers, body: Buffer.concat(chunks), path: request.url ?? '' })
  if (status === 0) return request.socket.destroy()
  response.writeHead(status, location ? { location } : {}).end('x')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

/** A browser's keys. */
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)
const address = {
  endpoint: `${origin}/send/1`,
  p256dh: browser.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
}
const push = webPush({ secrets: [SECRET], contact: CONTACT, isService: (url) => url.origin === origin })

async function sent(answer: number, to = address) {
  status = answer
  got.length = 0
  return push.send(to, NOTE)
}

/** What the browser reads, by RFC 8291 and RFC 8188. */
function decrypted(body: Buffer): unknown {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const content = body.subarray(21 + keyLength)
  const shared = browser.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(content.subarray(-16))
  const plain = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

it('sends a notification that only this browser can read, signed with the shop’s key', async () => {
  expect(await sent(201)).toEqual({ kind: 'delivered' })
  const [{ headers, body, path } = { headers: {} as IncomingHttpHeaders, body: Buffer.alloc(0), path: '' }] =
    got
  expect([got.length, path]).toEqual([1, '/send/1'])
  expect(headers).toMatchObject({
    ttl: '86400',
    'content-encoding': 'aes128gcm',
    topic: NOTE.tag.replaceAll('-', ''),
  })
  expect(body.includes('shg-worker')).toBe(false)
  expect(decrypted(body)).toEqual(NOTE)

  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(push.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const bytes = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', bytes, signer, Buffer.from(signature, 'base64url'))).toBe(true)
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect([aud, sub]).toEqual([origin, CONTACT])
  expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
})

it('tells what may be sent again from what may not', async () => {
  for (const code of [404, 410]) expect(await sent(code)).toEqual({ kind: 'gone' })
  for (const code of [400, 401, 403, 413, 429, 500, 503])
    expect(await sent(code)).toEqual({ kind: 'refused', problem: `status ${code}` })
  // The connection ends without an answer: it may have been taken.
  expect(await sent(0)).toEqual({ kind: 'unknown' })
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const closed = `http://127.0.0.1:${(free.address() as AddressInfo).port}`
  free.close()
  await once(free, 'close')
  const nowhere = webPush({ secrets: [SECRET], contact: CONTACT, isService: () => true })
  expect(await nowhere.send({ ...address, endpoint: closed }, NOTE)).toMatchObject({ kind: 'refused' })
})

it('follows no redirect', async () => {
  location = `${origin}/elsewhere`
  expect(await sent(307)).toEqual({ kind: 'refused', problem: 'status 307' })
  expect(got.map(({ path }) => path)).toEqual(['/send/1'])
  location = ''
})

const shop = webPush({ secrets: [SECRET], contact: CONTACT })

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc:APA91b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', true],
  ['https://web.push.apple.com/QGuQyavXutnMpgAA', true],
  ['https://wns2-sg2p.notify.windows.com/w/?token=BQYAAA', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://fcm.googleapis.com@10.0.0.1/', false],
  ['https://user:word@fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.example/', false],
  ['https://evilpush.apple.com/', false],
  ['https://notify.windows.com.evil.example/', false],
  ['https://127.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://169.254.169.254/latest/meta-data/', false],
  ['https://localhost/', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('accepts %s: %s', async (endpoint, isAccepted) => {
  expect(shop.accepts({ ...address, endpoint })).toBe(isAccepted)
  if (!isAccepted) expect(await shop.send({ ...address, endpoint }, NOTE)).toEqual({ kind: 'gone' })
})

it('accepts no key that is not a point of the curve', () => {
  const known = { ...address, endpoint: 'https://fcm.googleapis.com/fcm/send/abc' }
  expect(shop.accepts(known)).toBe(true)
  for (const p256dh of ['', `B${'A'.repeat(86)}`, known.p256dh.slice(0, -4)])
    expect(shop.accepts({ ...known, p256dh })).toBe(false)
})

it('has keys of the shop’s secret: the same each time, others for another', () => {
  const keys = vapidKeys(SECRET)
  expect(vapidKeys(SECRET)).toEqual(keys)
  expect(vapidKeys(`${SECRET}.`).publicKey).not.toBe(keys.publicKey)
  expect([keys.publicKey.length, keys.privateKey.length]).toEqual([87, 43])
})
