/**
 * Runs at most `max` tasks at a time. Clients (`who`) with waiting tasks take turns, so that a client with
 * many tasks does not hold up clients with one.
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
    const [who, starts] = first
    const start = starts.shift()
    // A map iterates in insertion order, so a served client moves to the end.
    waiting.delete(who)
    if (starts.length > 0) waiting.set(who, starts)
    start?.()
  }
  return async <Value>(work: () => Promise<Value>, who = ''): Promise<Value> => {
    if (running >= max)
      await new Promise<void>((resolve) => waiting.set(who, [...(waiting.get(who) ?? []), resolve]))
    else running += 1
    try {
      return await work()
    } finally {
      next()
    }
  }
}
