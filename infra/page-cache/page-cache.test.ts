import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageCache } from '#infra/page-cache/page-cache.ts'

const BODY = Buffer.from('<p>ragi</p>'.repeat(50))
const HEADERS = { 'content-type': 'text/html' }

describe('the page cache', () => {
  it('stores a page in every encoding, with an ETag of its body', async () => {
    const cache = new PageCache()
    const page = await cache.store('/', cache.version, HEADERS, BODY)
    expect(cache.find('/')).toBe(page)
    expect(brotliDecompressSync(page.br ?? '')).toEqual(BODY)
    expect(gunzipSync(page.gzip ?? '')).toEqual(BODY)
    const same = await cache.store('/b', cache.version, HEADERS, BODY)
    const other = await cache.store('/c', cache.version, HEADERS, Buffer.from('bajra'))
    expect(same.etag).toBe(page.etag)
    expect(other.etag).not.toBe(page.etag)
    // One ETag for every encoding of a body must be weak (RFC 9110, 8.8.3.3).
    expect(page.etag).toMatch(/^W\/"/)
  })

  it('does not return a page that was rendered before an invalidation', async () => {
    const cache = new PageCache()
    const began = cache.version
    cache.invalidate(1_000)
    await cache.store('/', began, HEADERS, BODY)
    expect(cache.find('/')).toBeUndefined()
  })

  it('returns the latest stale page on request, and never replaces a page with an older page', async () => {
    const cache = new PageCache()
    const old = cache.version
    await cache.store('/', old, HEADERS, BODY)
    cache.invalidate(1_000)
    expect(cache.find('/')).toBeUndefined()
    expect(cache.findAny('/')?.identity).toEqual(BODY)
    const newer = await cache.store('/', cache.version, HEADERS, Buffer.from('bajra'))
    await cache.store('/', old, HEADERS, BODY)
    expect(cache.findAny('/')).toBe(newer)
    cache.forget('/')
    expect(cache.findAny('/')).toBeUndefined()
  })

  it('recompresses pages that stay current for a minute', async () => {
    vi.useFakeTimers()
    try {
      const cache = new PageCache()
      const text = Array.from({ length: 400 }, (_, at) => `<p>ragi ${at * at} ${at % 7} bajra</p>`).join('')
      const stored = await cache.store('/', cache.version, HEADERS, Buffer.from(text))
      vi.advanceTimersByTime(60_000)
      const size = () => cache.find('/')?.br?.length
      await expect.poll(size).toBeLessThan(stored.br?.length ?? 0)
      expect(brotliDecompressSync(cache.find('/')?.br ?? '').toString()).toBe(text)
      expect(cache.find('/')).toMatchObject({ etag: stored.etag, headers: HEADERS, gzip: stored.gzip })
    } finally {
      vi.useRealTimers()
    }
  })

  it('holds a limited number of pages', async () => {
    const cache = new PageCache()
    for (let at = 0; at <= 1_000; at += 1)
      await cache.store(`/${at}`, cache.version, HEADERS, Buffer.from('x'))
    expect(cache.find('/0')).toBeUndefined()
    expect(cache.find('/1000')).toBeDefined()
  })
})

describe('an invalidation', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('happens at once, then at most four times a second, and is never lost', () => {
    const cache = new PageCache()
    cache.invalidate(10_000)
    expect(cache.version).toBe(1)
    for (let at = 0; at < 50; at += 1) cache.invalidate(10_000 + at)
    expect(cache.version).toBe(1)
    vi.advanceTimersByTime(250)
    expect(cache.version).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect(cache.version).toBe(2)
  })

  it('happens at once after `flush`', () => {
    const cache = new PageCache()
    cache.invalidate(10_000)
    cache.flush(10_000)
    expect(cache.version).toBe(1)
    cache.invalidate(10_001)
    cache.flush(10_001)
    expect(cache.version).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect(cache.version).toBe(2)
  })
})
