import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { s3Files } from '#infra/files/file-store.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** The current key of the machine's role, as its metadata service returns it. */
let role = { key: 'ROLEKEY1', session: 'session 1', until: 0 }
let keyRequests = 0

/** Simulates a machine's metadata service (IMDSv2): a token, then the role, then its key. */
function metadata({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
  if (method === 'PUT' && url === '/latest/api/token') return void response.end('metadata token')
  if (url === '/latest/meta-data/iam/security-credentials/') return void response.end('shop-role')
  if (url !== '/latest/meta-data/iam/security-credentials/shop-role')
    return void response.writeHead(404).end()
  keyRequests += 1
  response.end(
    JSON.stringify({
      ...{ Code: 'Success', Type: 'AWS-HMAC', LastUpdated: new Date().toISOString() },
      ...{ AccessKeyId: role.key, SecretAccessKey: `secret of ${role.key}`, Token: role.session },
      Expiration: new Date(role.until).toISOString(),
    }),
  )
}

const requests: { key: string; session: string }[] = []

/** Simulates a bucket that records the key of each request. */
function bucket({ headers }: IncomingMessage, response: ServerResponse): void {
  const key = /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  requests.push({ key, session: String(headers['x-amz-security-token'] ?? '') })
  response.writeHead(200, { etag: '"1"' }).end()
}

const servers = [createServer(metadata), createServer(bucket)]

async function addressOf(server: (typeof servers)[number] | undefined): Promise<string> {
  if (!server) return ''
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

let endpoint = ''

beforeAll(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', await addressOf(servers[0]))
  // Ignores the keys of the person who runs the test.
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
  endpoint = await addressOf(servers[1])
})

afterAll(() => {
  vi.unstubAllEnvs()
  for (const server of servers) server.close()
})

describe('a request to the bucket', () => {
  const put = async (files: ReturnType<typeof s3Files>) => {
    await files.put('photos/a.webp', new Uint8Array([1]), 'image/webp')
    return requests.at(-1)
  }
  const open = () => s3Files({ bucket: 'shop', region: 'ap-south-1', endpoint, key: null })

  it('without a key in the settings uses the key of the machine’s role, fetched once while it is valid', async () => {
    role = { key: 'ROLEKEY1', session: 'session 1', until: Date.now() + 360 * MINUTE_MS }
    const files = open()
    expect(await put(files)).toEqual({ key: 'ROLEKEY1', session: 'session 1' })
    const earlier = keyRequests
    role = { ...role, key: 'ROLEKEY2', session: 'session 2' }
    expect(await put(files)).toEqual({ key: 'ROLEKEY1', session: 'session 1' })
    expect(keyRequests).toBe(earlier)
  })

  it('uses the role’s next key before the current one expires', async () => {
    // A key in its last minutes is renewed in the background.
    role = { key: 'ROLEKEY3', session: 'session 3', until: Date.now() + 2 * MINUTE_MS }
    const files = open()
    expect(await put(files)).toEqual({ key: 'ROLEKEY3', session: 'session 3' })
    role = { key: 'ROLEKEY4', session: 'session 4', until: Date.now() + 360 * MINUTE_MS }
    await expect.poll(() => put(files)).toEqual({ key: 'ROLEKEY4', session: 'session 4' })
  })

  it('uses the key in the settings, if set', async () => {
    const own = { accessKeyId: 'OWNKEY', secretAccessKey: 'secret' }
    expect(await put(s3Files({ bucket: 'shop', region: 'ap-south-1', endpoint, key: own }))).toEqual({
      key: 'OWNKEY',
      session: '',
    })
  })
})
