import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const MAX_PAGES = 1_000
/** The least time between invalidations: a burst of orders changes stock many times a second. */
const DROP_EVERY_MS = 250
/** A page that is current for this long is compressed at the highest quality. */
export const RECOMPRESS_AFTER_MS = 60_000

/**
 * Public responses by key. `invalidate` makes all responses stale: `find` skips stale responses, `findAny` does
 * not. `store` takes the version from before rendering, so that a response with older data is stale at once.
 */
export class PageCache {
  #pages = new Map<string, { page: CachedResponse; version: number }>()
  #version = 0
  #droppedAt = 0
  #pending: NodeJS.Timeout | null = null
  #recompressed: Promise<void> = Promise.resolve()

  get version(): number {
    return this.#version
  }

  find(key: string): CachedResponse | undefined {
    const cached = this.#pages.get(key)
    return cached?.version === this.#version ? cached.page : undefined
  }

  findAny(key: string): CachedResponse | undefined {
    return this.#pages.get(key)?.page
  }

  async store(key: string, version: number, headers: Record<string, string>, body: Buffer) {
    const page = await toPage(headers, body)
    const newer = (this.#pages.get(key)?.version ?? version) > version
    if (newer) return page
    this.#put(key, { page, version })
    // The timer does not refer to the page, because the page may be replaced before it fires.
    setTimeout(() => {
      // Pages are recompressed one at a time, so that requests find a free thread.
      this.#recompressed = this.#recompressed.then(() => this.#recompress(key, version))
    }, RECOMPRESS_AFTER_MS).unref()
    return page
  }

  async #recompress(key: string, version: number): Promise<void> {
    const page = this.find(key)
    if (!page || version !== this.#version) return
    const br = await brotli(page.identity, brotliOptions(page.identity, constants.BROTLI_MAX_QUALITY))
    const cached = this.#pages.get(key)
    if (cached?.page === page) cached.page = { ...page, br }
  }

  forget(key: string): void {
    this.#pages.delete(key)
  }

  /** Makes all responses stale, at most once per `DROP_EVERY_MS`. */
  invalidate(now: number): void {
    const wait = this.#droppedAt + DROP_EVERY_MS - now
    if (wait <= 0) this.#dropNow(now)
    else this.#pending ??= setTimeout(() => this.#dropNow(now + wait), wait).unref()
  }

  flush(now: number): void {
    if (this.#pending) this.#dropNow(now)
  }

  #dropNow(now: number): void {
    if (this.#pending) clearTimeout(this.#pending)
    this.#pending = null
    this.#droppedAt = now
    this.#version += 1
  }

  /** Stores an entry. If the cache is full, evicts the entry that was rendered longest ago. */
  #put(key: string, cached: { page: CachedResponse; version: number }): void {
    this.#pages.delete(key)
    const oldest = this.#pages.size >= MAX_PAGES ? this.#pages.keys().next().value : undefined
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, cached)
  }
}

/** Compression level while a visitor may be waiting. */
const QUICK_QUALITY = 6

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
}

export async function toPage(headers: Record<string, string>, body: Buffer): Promise<CachedResponse> {
  const [br, gz] = await Promise.all([
    brotli(body, brotliOptions(body, QUICK_QUALITY)),
    gzipAsync(body, { level: QUICK_QUALITY }),
  ])
  const etag = etagOf(body)
  return { headers, etag, identity: body, br, gzip: gz }
}

/** `headers` contain no Content-Encoding and no Content-Length. */
export type CachedResponse = {
  headers: Record<string, string>
  etag: string
  identity: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
}

/** Returns a weak ETag, since it is the same in every encoding (RFC 9110, 8.8.3.3). */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
