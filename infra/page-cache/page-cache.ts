import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const MAX_PAGES = 1_000
/** A burst of orders changes stock many times a second; pages become old at most this often. */
const DROP_EVERY_MS = 250

/**
 * Keeps public answers. A change of the catalogue makes all of them old: `find` no longer gives them, `last` still
 * does, for the time when nothing newer can be had. `keep` takes the version at which rendering began, so that what
 * was rendered from data that changed meanwhile is old from the start.
 */
export class PageCache {
  #pages = new Map<string, { page: CachedResponse; version: number }>()
  #version = 0
  #droppedAt = 0
  #pending: NodeJS.Timeout | null = null

  get version(): number {
    return this.#version
  }

  /** The answer as the catalogue is now. */
  find(key: string): CachedResponse | undefined {
    const kept = this.#pages.get(key)
    return kept?.version === this.#version ? kept.page : undefined
  }

  /** The newest answer there was, however old. */
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
    if (!newer) this.#put(key, { page, version })
    return page
  }

  /** There is no such page any more. */
  forget(key: string): void {
    this.#pages.delete(key)
  }

  /** The catalogue changed: everything is old, at once or shortly after the last time. */
  drop(now: number): void {
    const wait = this.#droppedAt + DROP_EVERY_MS - now
    if (wait <= 0) this.#dropNow(now)
    else this.#pending ??= setTimeout(() => this.#dropNow(now + wait), wait).unref()
  }

  /** A drop that still waits happens now. */
  flush(now: number): void {
    if (this.#pending) this.#dropNow(now)
  }

  #dropNow(now: number): void {
    if (this.#pending) clearTimeout(this.#pending)
    this.#pending = null
    this.#droppedAt = now
    this.#version += 1
  }

  /** The one that was rendered longest ago makes room. */
  #put(key: string, kept: { page: CachedResponse; version: number }): void {
    this.#pages.delete(key)
    const oldest = this.#pages.size >= MAX_PAGES ? this.#pages.keys().next().value : undefined
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, kept)
  }
}

/** An answer in every encoding. */
export async function toPage(headers: Record<string, string>, body: Buffer): Promise<CachedResponse> {
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
  const [br, gz] = await Promise.all([brotli(body, quality), gzipped(body, { level: 6 })])
  const etag = etagOf(body)
  return { headers, etag, identity: body, br, gzip: gz }
}

/** An answer kept whole in memory: its headers (without encoding and length), and its body, compressed where it helps. */
export type CachedResponse = {
  headers: Record<string, string>
  etag: string
  identity: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
}

/** The entity tag of a body: the same bytes have the same tag in every process. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
