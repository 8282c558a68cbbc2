import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** An answer kept whole: its headers without encoding and length, and its body in each encoding. */
export type CachedPage = {
  headers: Record<string, string>
  etag: string
  identity: Buffer
  br: Buffer
  gzip: Buffer
}

const MOST_PAGES = 1_000
/** A burst of orders changes stock many times a second; pages are dropped at most this often. */
const DROP_EVERY_MS = 250

/**
 * Keeps public answers until the catalogue changes. `version` guards against keeping what was rendered from data that
 * changed meanwhile: `keep` takes the version at which rendering began and does nothing if it has passed.
 */
export class PageCache {
  #pages = new Map<string, CachedPage>()
  #version = 0
  #droppedAt = 0
  #pending: NodeJS.Timeout | null = null

  get version(): number {
    return this.#version
  }

  find(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  async keep(
    key: string,
    version: number,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<CachedPage> {
    const page = await compress(headers, body)
    if (version === this.#version) {
      const oldest = this.#pages.size >= MOST_PAGES ? this.#pages.keys().next().value : undefined
      if (oldest !== undefined) this.#pages.delete(oldest)
      this.#pages.set(key, page)
    }
    return page
  }

  /** The catalogue changed: drop everything, at once or shortly after the last time. */
  drop(now: number): void {
    const wait = this.#droppedAt + DROP_EVERY_MS - now
    if (wait <= 0) this.#dropNow(now)
    else this.#pending ??= setTimeout(() => this.#dropNow(now + wait), wait).unref()
  }

  #dropNow(now: number): void {
    if (this.#pending) clearTimeout(this.#pending)
    this.#pending = null
    this.#droppedAt = now
    this.#version += 1
    this.#pages.clear()
  }
}

async function compress(headers: Record<string, string>, body: Buffer): Promise<CachedPage> {
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
  const [br, gz] = await Promise.all([brotli(body, quality), gzipped(body, { level: 6 })])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { headers, etag, identity: body, br, gzip: gz }
}
