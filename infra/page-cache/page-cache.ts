import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const MAX_PAGES = 1_000
/** Responses become stale at most this often: a burst of orders changes stock many times a second. */
const DROP_EVERY_MS = 250
/** A response that is current for this long is compressed at the highest quality: a tenth smaller, for 70 to 150 ms. */
const RECOMPRESS_AFTER_MS = 60_000

/**
 * Public responses by key. `drop` makes all stale: `find` no longer returns them, `last` still does. `keep`
 * takes the version from before rendering, so that a response rendered from older data is stale at once.
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

  /** The response, if it is current. */
  find(key: string): CachedResponse | undefined {
    const kept = this.#pages.get(key)
    return kept?.version === this.#version ? kept.page : undefined
  }

  /** The newest response, even if it is stale. */
  last(key: string): CachedResponse | undefined {
    return this.#pages.get(key)?.page
  }

  async keep(
    key: string,
    version: number,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<CachedResponse> {
    const page = await toPage(headers, body)
    const newer = (this.#pages.get(key)?.version ?? version) > version
    if (newer) return page
    this.#put(key, { page, version })
    // The timer holds no page: many may be replaced before it ends.
    setTimeout(() => {
      // One after the other, so that requests find a free thread.
      this.#recompressed = this.#recompressed.then(() => this.#recompress(key, version))
    }, RECOMPRESS_AFTER_MS).unref()
    return page
  }

  async #recompress(key: string, version: number): Promise<void> {
    const page = this.find(key)
    if (!page || version !== this.#version) return
    const br = await brotli(page.identity, brotliOptions(page.identity, constants.BROTLI_MAX_QUALITY))
    const kept = this.#pages.get(key)
    if (kept?.page === page) kept.page = { ...page, br }
  }

  /** Removes a page that no longer exists. */
  forget(key: string): void {
    this.#pages.delete(key)
  }

  /** Makes all responses stale, now or when `DROP_EVERY_MS` since the last time have passed. */
  drop(now: number): void {
    const wait = this.#droppedAt + DROP_EVERY_MS - now
    if (wait <= 0) this.#dropNow(now)
    else this.#pending ??= setTimeout(() => this.#dropNow(now + wait), wait).unref()
  }

  /** Runs a waiting `drop` now. */
  flush(now: number): void {
    if (this.#pending) this.#dropNow(now)
  }

  #dropNow(now: number): void {
    if (this.#pending) clearTimeout(this.#pending)
    this.#pending = null
    this.#droppedAt = now
    this.#version += 1
  }

  /** Evicts the entry that was rendered longest ago. */
  #put(key: string, kept: { page: CachedResponse; version: number }): void {
    this.#pages.delete(key)
    const oldest = this.#pages.size >= MAX_PAGES ? this.#pages.keys().next().value : undefined
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, kept)
  }
}

/** Of brotli and gzip, while a visitor may be waiting. */
const QUICK_QUALITY = 6

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  }
}

/** A response with its body in every encoding. */
export async function toPage(headers: Record<string, string>, body: Buffer): Promise<CachedResponse> {
  const [br, gz] = await Promise.all([
    brotli(body, brotliOptions(body, QUICK_QUALITY)),
    gzipped(body, { level: QUICK_QUALITY }),
  ])
  const etag = etagOf(body)
  return { headers, etag, identity: body, br, gzip: gz }
}

/**
 * A response in memory: its headers (without encoding and length), and its body, compressed where that makes
 * it smaller.
 */
export type CachedResponse = {
  headers: Record<string, string>
  etag: string
  identity: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
}

/** The ETag of a body, the same in every process; weak, since it names the body in every encoding (RFC 9110, 8.8.3.3). */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
