import type { OrderSubscription } from '#api/deps.ts'
import { listen } from '#infra/database/listen.ts'

type Subscriber = { orderId: string; person: string; network: string }

export type OrderEvents = ReturnType<typeof followOrders>

export const MAX_STREAMS = { person: 8, network: 40, process: 2_000 }

/** Passes database events about orders and ended sessions to open streams. All reload after a lost connection. */
export function followOrders(url: string, onError: (error: Error) => void) {
  const streams = new Streams()
  const onEvent = (id: string | null) => streams.notify(id)
  const listener = listen({ url, channel: 'orders', onEvent, onError })
  return {
    /** Returns null if this person, network or process has too many open streams. */
    open: (subscriber: Subscriber) => streams.open(subscriber),
    /** Ends all streams and refuses new ones, so that the listener can close. */
    close: () => streams.closeAll(),
    stop: () => listener.stop(),
  }
}

export class Streams {
  readonly #open = new Set<Stream>()
  #isClosing = false

  open(subscriber: Subscriber): OrderSubscription | null {
    if (this.#isClosing || this.#isFull(subscriber)) return null
    const stream = new Stream(subscriber, () => this.#open.delete(stream))
    this.#open.add(stream)
    return stream
  }

  /** Notifies the streams of an order or a person. Null notifies all streams, since anything may have changed. */
  notify(id: string | null): void {
    for (const stream of this.#open) {
      const { orderId, person } = stream.subscriber
      if (id === null || orderId === id || person === id) stream.notify()
    }
  }

  closeAll(): void {
    this.#isClosing = true
    for (const stream of [...this.#open]) stream.close()
  }

  #isFull({ person, network }: Subscriber): boolean {
    const open = [...this.#open].map(({ subscriber }) => subscriber)
    const isFull = (max: number, of: (subscriber: Subscriber) => boolean) => open.filter(of).length >= max
    return (
      open.length >= MAX_STREAMS.process ||
      isFull(MAX_STREAMS.person, (subscriber) => subscriber.person === person) ||
      isFull(MAX_STREAMS.network, (subscriber) => subscriber.network === network)
    )
  }
}

class Stream implements OrderSubscription {
  readonly subscriber: Subscriber
  readonly #onClose: () => void
  #hasEvent = false
  #isClosed = false
  #wake: () => void = () => {}

  constructor(subscriber: Subscriber, onClose: () => void) {
    this.subscriber = subscriber
    this.#onClose = onClose
  }

  notify(): void {
    this.#hasEvent = true
    this.#wake()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose()
    this.#wake()
  }

  async next(timeoutMs: number): Promise<'event' | 'timeout' | 'closed'> {
    if (!this.#hasEvent && !this.#isClosed) await this.#wait(timeoutMs)
    if (this.#isClosed) return 'closed'
    const hadEvent = this.#hasEvent
    this.#hasEvent = false
    return hadEvent ? 'event' : 'timeout'
  }

  #wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
