import type { IncomingMessage, ServerResponse } from 'node:http'
import { rawHeader, replaceHeaders } from '#server/client-address.ts'

/** `size`: the announced length, or the bytes received until the limit was exceeded. */
export type BodyResult =
  | { ok: true; body: Buffer }
  | { ok: false; reason: 'too_large'; size: number }
  | { ok: false; reason: 'too_slow' | 'too_many_pieces' | 'no_room' | 'gone' }

type Conditions = {
  maxBytes: number
  /** For the whole body. If null, only the listener's timeout applies. */
  timeoutMs: number | null
  budget: BodyBudget
}

/** Memory in bytes for all bodies of this process. */
const MAX_ROOM = 128 * 1024 * 1024
/** Maximum bytes to discard after a refusal. Phones send photos of 20 MB. */
const MAX_DISCARDED = 128 * 1024 * 1024
const FIRST_BLOCK = 4 * 1024
/** Each chunk takes time to parse. With more chunks than this, their average size must not be tiny. */
const FREE_PIECES = 2_000
const MIN_AVERAGE_PIECE = 64

function hasTinyPieces(pieces: number, size: number): boolean {
  return pieces > FREE_PIECES && size < pieces * MIN_AVERAGE_PIECE
}

export class BodyBudget {
  #left: number

  constructor(max = MAX_ROOM) {
    this.#left = max
  }

  reserve(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  release(bytes: number): void {
    this.#left += bytes
  }
}

/** Receives the whole body before the request is handled. Releases its memory when `response` closes. */
export function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, timeoutMs, budget }: Conditions,
): Promise<BodyResult> {
  const announced = announcedLength(request)
  if (announced !== null && announced > maxBytes)
    return Promise.resolve({ ok: false, reason: 'too_large', size: announced })
  if (request.destroyed) return Promise.resolve({ ok: false, reason: 'gone' })
  const buffer = new BodyBuffer(announced ?? FIRST_BLOCK, maxBytes, budget)
  response.once('close', () => buffer.release())
  return new Promise((resolve) => {
    const end = (result: BodyResult) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      if (!result.ok) buffer.release()
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      const problem = buffer.add(chunk)
      if (problem === 'too_large') end({ ok: false, reason: problem, size: buffer.size + chunk.length })
      else if (problem) end({ ok: false, reason: problem })
    }
    const onEnd = () => end({ ok: true, body: buffer.bytes() })
    const onClose = () => end({ ok: false, reason: 'gone' })
    const timer =
      timeoutMs === null ? undefined : setTimeout(() => end({ ok: false, reason: 'too_slow' }), timeoutMs)
    request.on('error', () => {})
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

/** Returns the length in the headers, or null for a chunked body. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
}

/** Collects a body in one buffer. A list of chunks would take hundreds of bytes more for each chunk. */
class BodyBuffer {
  readonly #maxBytes: number
  readonly #room: BodyBudget
  #block: Buffer | null = null
  #capacity: number
  #taken = 0
  #pieces = 0
  size = 0

  constructor(capacity: number, maxBytes: number, budget: BodyBudget) {
    this.#capacity = Math.min(Math.max(capacity, 1), maxBytes)
    this.#maxBytes = maxBytes
    this.#room = budget
  }

  /** Adds a chunk. Returns the problem, or null. */
  add(chunk: Buffer): 'too_large' | 'too_many_pieces' | 'no_room' | null {
    const needed = this.size + chunk.length
    this.#pieces += 1
    if (hasTinyPieces(this.#pieces, needed)) return 'too_many_pieces'
    if (needed > this.#maxBytes) return 'too_large'
    if (!this.#block || needed > this.#block.length) {
      while (this.#capacity < needed) this.#capacity = Math.min(this.#capacity * 2, this.#maxBytes)
      if (!this.#room.reserve(this.#capacity)) return 'no_room'
      const larger = Buffer.allocUnsafeSlow(this.#capacity)
      this.#block?.copy(larger, 0, 0, this.size)
      this.#room.release(this.#taken)
      this.#block = larger
      this.#taken = this.#capacity
    }
    chunk.copy(this.#block, this.size)
    this.size = needed
    return null
  }

  bytes(): Buffer {
    return this.#block?.subarray(0, this.size) ?? Buffer.alloc(0)
  }

  release(): void {
    this.#room.release(this.#taken)
    this.#taken = 0
    this.#block = null
  }
}

/** Discards the rest of a body within limits. Browsers show a network error if the connection closes early. */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  const isLast = !response.shouldKeepAlive
  // Keeps the connection open after the response.
  response.shouldKeepAlive = true
  let size = 0
  let pieces = 0
  request.on('error', () => {})
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    pieces += 1
    if (size > MAX_DISCARDED || hasTinyPieces(pieces, size)) request.socket.destroy()
  })
  if (!isLast) return
  const finish = () => {
    if (request.complete && response.writableFinished) request.socket.destroySoon()
  }
  request.once('end', finish)
  response.once('finish', finish)
}

/** Attaches a received body: the adapter reads `rawBody` instead of the stream. */
export function withBody(request: IncomingMessage, body: Buffer, announced: number): void {
  Object.assign(request, { rawBody: body })
  if (rawHeader(request.rawHeaders, 'transfer-encoding') === undefined) return
  replaceHeaders(request, { 'transfer-encoding': null, 'content-length': String(announced) })
}
