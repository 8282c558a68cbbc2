/**
 * Runs at most `max` tasks at a time. Clients (`client`) with waiting tasks take turns, so that a client with many
 * tasks does not delay a client with one.
 */
export function semaphore(max: number) {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  const next = () => {
    const [first] = waiting
    if (!first) {
      running -= 1
      return
    }
    const [client, starts] = first
    const start = starts.shift()
    // A map iterates in insertion order, so a served client moves to the end.
    waiting.delete(client)
    if (starts.length > 0) waiting.set(client, starts)
    start?.()
  }
  return async <Value>(work: () => Promise<Value>, client = ''): Promise<Value> => {
    if (running >= max)
      await new Promise<void>((resolve) => waiting.set(client, [...(waiting.get(client) ?? []), resolve]))
    else running += 1
    try {
      return await work()
    } finally {
      next()
    }
  }
}
