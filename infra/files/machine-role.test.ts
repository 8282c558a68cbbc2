import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { s3Files } from '#infra/files/file-store.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** The key that the machine's role has now, as its metadata service tells it. */
let role = { key: 'ROLEKEY1', session: 'session 1', until: 0 }
let tellings = 0

/** The metadata service of a machine (IMDSv2): a token first, then the role, then its key. */
function metadata({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
  if (method === 'PUT' && url === '/latest/api/token') return void response.end('metadata token')
  if (url === '/latest/meta-data/iam/security-credentials/') return void response.end('shop-role')
  if (url !== '/latest/meta-data/iam/security-credentials/shop-role')
    return void response.writeHead(404).end()
  tellings += 1
  response.end(
    JSON.stringify({
      ...{ Code: 'Success', Type: 'AWS-HMAC', LastUpdated: new Date().toISOString() },
      ...{ AccessKeyId: role.key, SecretAccessKey: `secret of ${role.key}`, Token: role.session },
      Expiration: new Date(role.until).toISOString(),
    }),
  )
}

const requests: { key: string; session: string }[] = []

/** A bucket that notes who asks. */
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
  // No keys of whoever runs the test.
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
  endpoint = await addressOf(servers[1])
})

afterAll(() => {
  vi.unstubAllEnvs()
  for (const server of servers) server.close()
})

describe('the bucket without a key in the settings', () => {
  const put = async (files: ReturnType<typeof s3Files>) => {
    await files.put('photos/a.webp', new Uint8Array([1]), 'image/webp')
    return requests.at(-1)
  }
  const open = () => s3Files({ bucket: 'shop', region: 'ap-south-1', endpoint, key: null })

  it('is asked with the key of the machine’s role, which is fetched once while it lasts', async () => {
    role = { key: 'ROLEKEY1', session: 'session 1', until: Date.now() + 360 * MINUTE_MS }
    const files = open()
    expect(await put(files)).toEqual({ key: 'ROLEKEY1', session: 'session 1' })
    const earlier = tellings
    role = { ...role, key: 'ROLEKEY2', session: 'session 2' }
    expect(await put(files)).toEqual({ key: 'ROLEKEY1', session: 'session 1' })
    expect(tellings).toBe(earlier)
  })

  it('is asked with the next key before the one in use is over', async () => {
    // Within the last minutes a key is renewed by the requests, which need not wait for it.
    role = { key: 'ROLEKEY3', session: 'session 3', until: Date.now() + 2 * MINUTE_MS }
    const files = open()
    expect(await put(files)).toEqual({ key: 'ROLEKEY3', session: 'session 3' })
    role = { key: 'ROLEKEY4', session: 'session 4', until: Date.now() + 360 * MINUTE_MS }
    await expect.poll(() => put(files)).toEqual({ key: 'ROLEKEY4', session: 'session 4' })
  })

  it('is asked with the settings’ key where there is one', async () => {
    const own = { accessKeyId: 'OWNKEY', secretAccessKey: 'secret' }
    expect(await put(s3Files({ bucket: 'shop', region: 'ap-south-1', endpoint, key: own }))).toEqual({
      key: 'OWNKEY',
      session: '',
    })
  })
})
