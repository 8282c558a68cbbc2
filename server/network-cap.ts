import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#infra/limits/network.ts'

/** Connections from one network, or behind a proxy its requests under way: many people share an address at work. */
export const MOST_PER_NETWORK = 200

/** How much of something each network holds at this moment. */
export class NetworkCap {
  readonly #most: number
  readonly #held = new Map<string, number>()

  constructor(most = MOST_PER_NETWORK) {
    this.#most = most
  }

  /** Counts one more until `thing` closes; false when this network has as many as it may. */
  admit(address: string, thing: Socket | ServerResponse): boolean {
    const network = networkOf(address)
    const held = this.#held.get(network) ?? 0
    if (held >= this.#most) return false
    this.#held.set(network, held + 1)
    thing.once('close', () => this.#leave(network))
    return true
  }

  #leave(network: string): void {
    const held = (this.#held.get(network) ?? 0) - 1
    if (held > 0) this.#held.set(network, held)
    else this.#held.delete(network)
  }
}

/** Closes connections of a network that has too many. Not for behind a proxy, whose connections are everybody's. */
export function capConnections(server: Server, cap: NetworkCap): void {
  server.on('connection', (socket) => {
    if (!cap.admit(socket.remoteAddress ?? '', socket)) socket.destroy()
  })
}

/** Behind a proxy: false when the network that it forwards for has too many requests under way. */
export function admitsRequest(cap: NetworkCap, request: IncomingMessage, response: ServerResponse): boolean {
  return cap.admit(String(request.headers['x-real-ip'] ?? ''), response)
}
