/** Runs what it is given, at most `most` at a time; the others wait in order. */
export function atMost(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
