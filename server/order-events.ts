import type { OrderSubscription } from '#api/deps.ts'
import { listen } from '#infra/database/listen.ts'

export type Subscriber = { orderId: string; person: string; network: string }

export type OrderEvents = {
  /** Null when this person, network or process has too many open streams. */
  open(watcher: Subscriber): OrderSubscription | null
  /** Ends all streams and refuses new ones, so that the listener can close. */
  close(): void
  stop(): Promise<void>
}

export const MAX_STREAMS = { person: 8, network: 40, process: 2_000 }

/**
 * Listens once per process for the database's events about orders (0012_after_the_order.sql) and ended sessions
 * (0034_ended_sessions.sql), and passes them to open streams. After a lost connection all streams reload.
 */
export function followOrders(url: string, onError: (error: Error) => void): OrderEvents {
  const streams = new Streams()
  const onEvent = (id: string | null) => streams.tell(id)
  const listening = listen({ url, channel: 'orders', onEvent, onError })
  return {
    open: (watcher) => streams.open(watcher),
    close: () => streams.closeAll(),
    stop: () => listening.stop(),
  }
}

/** The open streams of this process. */
export class Streams {
  readonly #open = new Set<Stream>()
  #isClosing = false

  open(watcher: Subscriber): OrderSubscription | null {
    if (this.#isClosing || this.#isFull(watcher)) return null
    const stream = new Stream(watcher, () => this.#open.delete(stream))
    this.#open.add(stream)
    return stream
  }

  /** `id`: an order, or a person whose rights may have changed; null: anything may have changed. */
  tell(id: string | null): void {
    for (const stream of this.#open) {
      const { orderId, person } = stream.watcher
      if (id === null || orderId === id || person === id) stream.tell()
    }
  }

  closeAll(): void {
    this.#isClosing = true
    for (const stream of [...this.#open]) stream.close()
  }

  #isFull({ person, network }: Subscriber): boolean {
    const open = [...this.#open].map(({ watcher }) => watcher)
    const isMany = (most: number, of: (watcher: Subscriber) => boolean) => open.filter(of).length >= most
    return (
      open.length >= MAX_STREAMS.process ||
      isMany(MAX_STREAMS.person, (one) => one.person === person) ||
      isMany(MAX_STREAMS.network, (one) => one.network === network)
    )
  }
}

class Stream implements OrderSubscription {
  readonly watcher: Subscriber
  readonly #onClose: () => void
  #hasNews = false
  #isClosed = false
  #wake: () => void = () => {}

  constructor(watcher: Subscriber, onClose: () => void) {
    this.watcher = watcher
    this.#onClose = onClose
  }

  tell(): void {
    this.#hasNews = true
    this.#wake()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose()
    this.#wake()
  }

  async next(patienceMs: number): Promise<'news' | 'silence' | 'closed'> {
    if (!this.#hasNews && !this.#isClosed) await this.#wait(patienceMs)
    if (this.#isClosed) return 'closed'
    const heard = this.#hasNews
    this.#hasNews = false
    return heard ? 'news' : 'silence'
  }

  #wait(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
