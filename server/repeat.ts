/** A pause lasts at least this many times as long as the work before it. */
const PAUSE_FACTOR = 4

export function pauseAfter(workedMs: number, everyMs: number): number {
  return Math.max(everyMs, PAUSE_FACTOR * workedMs)
}

type Options = { everyMs: number; onError: (error: unknown) => void }

/** Repeats the work. Longer work has longer pauses, because purchases come first. `stop` waits for running work. */
export function repeat(work: (isStopped: () => boolean) => Promise<void>, { everyMs, onError }: Options) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let currentWork = Promise.resolve()
  const run = async () => {
    const began = performance.now()
    await work(() => isStopped).catch(onError)
    if (!isStopped) timer = setTimeout(start, pauseAfter(performance.now() - began, everyMs))
  }
  const start = () => {
    currentWork = run()
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await currentWork
    },
  }
}
