import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#infra/rate-limits/network.ts'

/** Connections of one network, or behind a proxy its running requests. Offices share an address. */
export const MAX_PER_NETWORK = 200

/** Counts the running requests of each network. */
export class RequestCap {
  readonly #max: number
  readonly #held = new Map<string, number>()

  constructor(max = MAX_PER_NETWORK) {
    this.#max = max
  }

  /** Counts a request until its response closes; false when its network has too many. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const network = networkOf(String(request.headers['x-real-ip'] ?? ''))
    const held = this.#held.get(network) ?? 0
    if (held >= this.#max) return false
    this.#held.set(network, held + 1)
    response.once('close', () => this.#leave(network))
    return true
  }

  #leave(network: string): void {
    const held = (this.#held.get(network) ?? 0) - 1
    if (held > 0) this.#held.set(network, held)
    else this.#held.delete(network)
  }
}

/**
 * Caps the open connections of each network. A new connection replaces the oldest that is idle or still sending, so
 * that one client cannot shut out others of its network. Not for use behind a proxy.
 */
export class ConnectionCap {
  readonly #max: number
  readonly #open = new Map<string, Set<Socket>>()
  readonly #answering = new Set<Socket>()

  constructor(server: Server, max = MAX_PER_NETWORK) {
    this.#max = max
    server.on('connection', (socket) => this.#admit(socket))
  }

  /** Protects this connection until its request is answered, since all of it has arrived. */
  answering({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#answering.add(socket)
    response.once('close', () => this.#answering.delete(socket))
  }

  #admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const open = this.#open.get(network) ?? new Set()
    if (open.size >= this.#max) {
      const oldest = [...open].find((one) => !this.#answering.has(one) && one.writableLength === 0)
      oldest?.destroy()
      if (!oldest?.destroyed) return void socket.destroy()
      open.delete(oldest)
    }
    this.#open.set(network, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && this.#open.get(network) === open) this.#open.delete(network)
    })
  }
}
