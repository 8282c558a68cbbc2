import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '#infra/email/mailer.ts'
import { remotePictures } from '#infra/files/fetch-picture.ts'
import { allowOnly, isListed, outgoingHosts } from '#infra/outgoing-hosts.ts'
import { mailServer } from '#tests/mail-server.ts'

const server = createServer((asked, response) => {
  if (asked.url === '/away') response.writeHead(302, { location: `http://localhost:${port}/` }).end()
  else response.end('here')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const here = `http://127.0.0.1:${port}/`
const elsewhere = `http://localhost:${port}/`
const endings: (() => void)[] = []
const refused: string[] = []
const only = (...hosts: string[]) => endings.push(allowOnly(hosts, (host) => refused.push(host)))
afterEach(() => {
  for (const end of endings.splice(0)) end()
  refused.splice(0)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** 'connect', or the message of the error. */
const outcome = (socket: ReturnType<typeof connect>) =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connect')).once('error', ({ message }) => resolve(message))
  }).finally(() => socket.destroy())
const REFUSED = 'localhost is not among the hosts that the shop may connect to'

describe('a process with a list of hosts', () => {
  it('reaches those of the list and no other, whoever connects', async () => {
    only('127.0.0.1')
    expect(await (await fetch(here)).text()).toBe('here')
    await expect(fetch(elsewhere)).rejects.toMatchObject({ cause: { message: REFUSED } })
    // A redirect leads no further than the list.
    await expect(fetch(`${here}away`)).rejects.toMatchObject({ cause: { message: REFUSED } })
    expect(await outcome(connect(port, '127.0.0.1'))).toBe('connect')
    expect(await outcome(connect(port, 'localhost'))).toBe(REFUSED)
    expect(await outcome(connect({ port, host: 'localhost' }))).toBe(REFUSED)
    expect(await outcome(connect(port))).toBe(REFUSED)
    expect(await outcome(connectTls({ port, host: 'localhost' }))).toBe(REFUSED)
    const asked = request(elsewhere).end()
    expect(await once(asked, 'error')).toMatchObject([{ message: REFUSED }])
    expect(new Set(refused)).toEqual(new Set(['localhost']))
    for (const end of endings.splice(0)) end()
    expect(await (await fetch(elsewhere)).text()).toBe('here')
  })

  it('reaches sockets of its machine, and pictures whose address was checked', async () => {
    only('nothing.test')
    const path = join(tmpdir(), `hosts-${process.pid}.sock`)
    const local = createSocketServer((socket) => socket.end()).listen(path)
    await once(local, 'listening')
    expect(await outcome(connect(path))).toBe('connect')
    expect(await outcome(connect({ path }))).toBe('connect')
    local.close()
    const { fetch: fetchPicture } = remotePictures({ isAllowedUrl: () => true, isAllowedAddress: () => true })
    expect(await fetchPicture(here)).toMatchObject({ ok: true })
    expect(refused).toEqual([])
  })

  it('reaches the mail server by its name, which the mailer looks up itself', async () => {
    const post = await mailServer()
    const url = post.url.replace('127.0.0.1', 'localhost')
    const send = () =>
      smtpMailer({ url, from: 'Shop <shop@example.com>' }).send(
        { to: 'a@example.com', subject: 'One', text: 'One', html: 'One' },
        'one',
      )
    only('localhost')
    await send()
    only('nothing.test')
    await expect(send()).rejects.toThrow('not among the hosts')
    await post.close()
  })
})

describe('the list', () => {
  const nothing = {
    mail: { smtpUrl: null, mustEncrypt: false, from: '', support: '' },
    clamd: null,
    cards: { isOn: false, holdMinutes: 30, razorpay: null },
    signIn: { google: null, microsoft: null },
    filesS3: null,
  } as unknown as Parameters<typeof outgoingHosts>[0]
  const PUSH = outgoingHosts(nothing, [])

  it('is the hosts of the settings and the push services of browsers', () => {
    expect(PUSH).toContain('fcm.googleapis.com')
    const provider = { clientId: '', clientSecret: '', issuer: '' }
    const shop = {
      ...nothing,
      mail: { ...nothing.mail, smtpUrl: 'smtps://u:p@mail.test:465' },
      clamd: { host: 'clamd.test', port: 3310 },
      cards: { ...nothing.cards, razorpay: { url: 'https://api.razorpay.com' } },
      signIn: {
        google: { ...provider, discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration' },
        microsoft: { ...provider, discoveryUrl: 'https://login.microsoftonline.com/consumers/v2.0/x' },
      },
      filesS3: { bucket: 'photos', region: 'ap-south-1', endpoint: null, key: null },
    } as unknown as Parameters<typeof outgoingHosts>[0]
    const databases = [
      'postgres://u:p@Db.test/shop',
      'postgres:///x?host=/run/pg',
      'postgres://a/x?host=b.test',
    ]
    expect(outgoingHosts(shop, databases).toSorted()).toEqual(
      [
        ...PUSH,
        ...['db.test', 'b.test', 'mail.test', 'clamd.test', 'api.razorpay.com'],
        ...[
          'accounts.google.com',
          'oauth2.googleapis.com',
          'openidconnect.googleapis.com',
          'www.googleapis.com',
        ],
        ...['login.microsoftonline.com', 'graph.microsoft.com'],
        ...[
          's3.ap-south-1.amazonaws.com',
          'photos.s3.ap-south-1.amazonaws.com',
          'sts.ap-south-1.amazonaws.com',
        ],
        ...['169.254.169.254', '169.254.170.2', '169.254.170.23'],
      ].toSorted(),
    )
    const own = {
      bucket: 'b',
      region: 'r',
      endpoint: 'https://files.test',
      key: { accessKeyId: '', secretAccessKey: '' },
    }
    expect(outgoingHosts({ ...nothing, filesS3: own }, []).filter((host) => !PUSH.includes(host))).toEqual([
      'files.test',
    ])
  })

  it.each([
    ['fcm.googleapis.com', true],
    ['FCM.googleapis.com', true],
    ['db5.notify.windows.com', true],
    ['a.b.notify.windows.com', false],
    ['notify.windows.com', false],
    ['evil-fcm.googleapis.com', false],
    ['fcm.googleapis.com.evil.test', false],
  ])('has %s: %s', (host, isThere) => {
    expect(isListed(PUSH, host)).toBe(isThere)
  })
})
