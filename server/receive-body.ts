import type { IncomingMessage, ServerResponse } from 'node:http'
import { rawHeader, replaceHeaders } from '#server/client-address.ts'

/** `size`: the announced length, or the bytes received until the limit. */
export type Received =
  | { ok: true; body: Buffer }
  | { ok: false; reason: 'too_large'; size: number }
  | { ok: false; reason: 'too_slow' | 'too_many_pieces' | 'no_room' | 'gone' }

type Conditions = {
  maxBytes: number
  /** In ms for the whole body; null: only the listener's limit applies. */
  patience: number | null
  room: BodyBudget
}

/** Memory in bytes for all bodies of this process. */
const MAX_ROOM = 128 * 1024 * 1024
/** Discarded after a refusal: phones send photos of 20 MB. */
const MAX_DISCARDED = 128 * 1024 * 1024
const FIRST_BLOCK = 4 * 1024
/** Each chunk costs parsing time, so beyond this number they must not be tiny. */
const FREE_PIECES = 2_000
const LEAST_PIECE = 64

function isInCrumbs(pieces: number, size: number): boolean {
  return pieces > FREE_PIECES && size < pieces * LEAST_PIECE
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

  give(bytes: number): void {
    this.#left += bytes
  }
}

/** Receives the whole body before the request is handled. Its memory is freed when `response` closes. */
export function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, patience, room }: Conditions,
): Promise<Received> {
  const announced = announcedLength(request)
  if (announced !== null && announced > maxBytes)
    return Promise.resolve({ ok: false, reason: 'too_large', size: announced })
  if (request.destroyed) return Promise.resolve({ ok: false, reason: 'gone' })
  const collected = new Collected(announced ?? FIRST_BLOCK, maxBytes, room)
  response.once('close', () => collected.giveBack())
  return new Promise((resolve) => {
    const end = (received: Received) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      if (!received.ok) collected.giveBack()
      resolve(received)
    }
    const onData = (chunk: Buffer) => {
      const problem = collected.add(chunk)
      if (problem === 'too_large') end({ ok: false, reason: problem, size: collected.size + chunk.length })
      else if (problem) end({ ok: false, reason: problem })
    }
    const onEnd = () => end({ ok: true, body: collected.bytes() })
    const onClose = () => end({ ok: false, reason: 'gone' })
    const timer =
      patience === null ? undefined : setTimeout(() => end({ ok: false, reason: 'too_slow' }), patience)
    request.on('error', () => {})
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

/** Null for a chunked body. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
}

/** One buffer: chunks of one byte would take hundreds of bytes each if stored singly. */
class Collected {
  readonly #maxBytes: number
  readonly #room: BodyBudget
  #block: Buffer | null = null
  #capacity: number
  #taken = 0
  #pieces = 0
  size = 0

  constructor(capacity: number, maxBytes: number, room: BodyBudget) {
    this.#capacity = Math.min(Math.max(capacity, 1), maxBytes)
    this.#maxBytes = maxBytes
    this.#room = room
  }

  /** Returns null when the chunk was added. */
  add(chunk: Buffer): 'too_large' | 'too_many_pieces' | 'no_room' | null {
    const needed = this.size + chunk.length
    this.#pieces += 1
    if (isInCrumbs(this.#pieces, needed)) return 'too_many_pieces'
    if (needed > this.#maxBytes) return 'too_large'
    if (!this.#block || needed > this.#block.length) {
      while (this.#capacity < needed) this.#capacity = Math.min(this.#capacity * 2, this.#maxBytes)
      if (!this.#room.reserve(this.#capacity)) return 'no_room'
      const larger = Buffer.allocUnsafeSlow(this.#capacity)
      this.#block?.copy(larger, 0, 0, this.size)
      this.#room.give(this.#taken)
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

  giveBack(): void {
    this.#room.give(this.#taken)
    this.#taken = 0
    this.#block = null
  }
}

/** Discards the rest within bounds. Browsers show a network error if the connection closes early. */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  const isLast = !response.shouldKeepAlive
  // Otherwise the connection would end with the response.
  response.shouldKeepAlive = true
  let size = 0
  let pieces = 0
  request.on('error', () => {})
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    pieces += 1
    if (size > MAX_DISCARDED || isInCrumbs(pieces, size)) request.socket.destroy()
  })
  if (!isLast) return
  const finish = () => {
    if (request.complete && response.writableFinished) request.socket.destroySoon()
  }
  request.once('end', finish)
  response.once('finish', finish)
}

/** The adapter reads `rawBody` in place of the stream. */
export function withBody(request: IncomingMessage, body: Buffer, announced: number): void {
  Object.assign(request, { rawBody: body })
  if (rawHeader(request.rawHeaders, 'transfer-encoding') === undefined) return
  replaceHeaders(request, { 'transfer-encoding': null, 'content-length': String(announced) })
}
