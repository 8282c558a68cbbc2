import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { remotePictures } from '#infra/files/fetch-picture.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a local site, which `onThisMachine` allows, and returns the requests that reach it. */
async function site(answer: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { requests, port: (server.address() as AddressInfo).port }
}

const onThisMachine = { isAllowedUrl: () => true, isAllowedAddress: () => true }

describe('a picture at a URL', () => {
  it('is fetched, also through a redirect, from the IP address that was checked', async () => {
    const { requests, port } = await site((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else response.end('picture')
    })
    const hosts: string[] = []
    const resolve = async (host: string) => {
      hosts.push(host)
      return ['127.0.0.1']
    }
    const { fetch } = remotePictures({ ...onThisMachine, resolve })
    const found = await fetch(`http://pictures.example:${port}/a`)
    expect(found.ok && Buffer.from(found.value).toString()).toBe('picture')
    expect(requests).toEqual([`pictures.example:${port} /a`, `pictures.example:${port} /b`])
    // Each hop is resolved once, so the connection uses the checked address.
    expect(hosts).toEqual(['pictures.example', 'pictures.example'])
  })

  it.each([
    'http://93.184.216.34/a.png',
    'https://93.184.216.34:8443/a.png',
    'https://user:password@93.184.216.34/a.png',
    'https://127.0.0.1/a.png',
    'https://0x7f.1/a.png',
    'https://2130706433/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:169.254.169.254]/a.png',
    'ftp://93.184.216.34/a.png',
    'file:///etc/passwd',
    'not an address',
  ])('is not requested from %s', async (address) => {
    expect(await remotePictures().fetch(address)).toEqual({ ok: false, reason: 'address_not_allowed' })
  })

  it('is not requested if an IP address of its host or of a redirect is private', async () => {
    const inside = await site((_, response) => response.end('secret'))
    const resolve = async (host: string) =>
      host === 'mixed.example' ? ['93.184.216.34', '10.0.0.1'] : ['169.254.169.254']
    const { fetch } = remotePictures({ resolve })
    for (const host of ['mixed.example', 'metadata.example'])
      expect(await fetch(`https://${host}/a`)).toEqual({ ok: false, reason: 'address_not_allowed' })

    const outside = await site((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${inside.port}/` }).end()
    })
    const rules = { isAllowedUrl: () => true, isAllowedAddress: (address: string) => address === '127.0.0.1' }
    const found = await remotePictures(rules).fetch(`http://127.0.0.1:${outside.port}/`)
    expect(found).toEqual({ ok: false, reason: 'address_not_allowed' })
    expect(inside.requests).toEqual([])
  })

  it('comes only from configured sites, even after a redirect, and from no site if the list is empty', async () => {
    const { requests, port } = await site((request, response) => {
      if (request.url === '/away')
        response.writeHead(302, { location: `http://other.example:${port}/` }).end()
      else response.end('picture')
    })
    const rules = { ...onThisMachine, resolve: async () => ['127.0.0.1'] }
    const { fetch } = remotePictures({ ...rules, hosts: ['pictures.example'] })
    expect(await fetch(`http://pictures.example:${port}/a`)).toMatchObject({ ok: true })
    const refused = { ok: false, reason: 'address_not_allowed' }
    expect(await fetch(`http://pictures.example:${port}/away`)).toEqual(refused)
    for (const host of ['other.example', 'a.pictures.example', 'pictures.example.evil.example'])
      expect(await fetch(`http://${host}:${port}/a`)).toEqual(refused)
    expect(await remotePictures({ ...rules, hosts: [] }).fetch(`http://pictures.example:${port}/a`)).toEqual(
      refused,
    )
    expect(requests).toEqual([`pictures.example:${port} /a`, `pictures.example:${port} /away`])
  })

  it('is refused if it is too large, with or without Content-Length, or redirects too often', async () => {
    const announced = await site((_, response) => {
      response.writeHead(200, { 'content-length': PICTURE_BYTES_LIMIT }).end()
    })
    const chunked = await site((_, response) => {
      const more = () => {
        if (response.write(Buffer.alloc(64 * 1024))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    const loop = await site((_, response) => response.writeHead(302, { location: '/' }).end())
    const { fetch } = remotePictures(onThisMachine)
    const reasonAt = async (port: number) => {
      const found = await fetch(`http://127.0.0.1:${port}/`)
      return found.ok ? null : found.reason
    }
    expect(await reasonAt(announced.port)).toBe('picture_too_large')
    expect(await reasonAt(chunked.port)).toBe('picture_too_large')
    expect(await reasonAt(loop.port)).toBe('too_many_redirects')
    expect(loop.requests.length).toBe(4)
  })

  it('is refused without a response in time, or with another status', async () => {
    const silent = await site(() => {})
    const missing = await site((_, response) => response.writeHead(404).end())
    const { fetch } = remotePictures({ ...onThisMachine, timeoutMs: 100 })
    for (const { port } of [silent, missing])
      expect(await fetch(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, reason: 'not_reached' })
    const nowhere = { ...onThisMachine, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
    expect(await remotePictures(nowhere).fetch('https://nowhere.example/')).toMatchObject({
      reason: 'not_reached',
    })
  })
})
