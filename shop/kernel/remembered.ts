/** A value from the database, in memory. */
export type Remembered<T> = {
  /** As of the last `forget` or later. */
  get(): Promise<T>
  /** Called after a change: what was loaded before is not returned again. */
  forget(): void
}

type Source<T> = {
  /** True while changes cannot be heard of: then every call loads. */
  isLost(): boolean
  load(): Promise<T>
}

/** Loads once after each change, and shares the load between callers. */
export function remember<T>({ isLost, load }: Source<T>): Remembered<T> {
  let kept: Promise<T> | null = null
  const loadToKeep = () => {
    const loading = load()
    kept = loading
    // A load that a change overtook is not kept, and a failed one is tried again.
    loading.catch(() => {
      if (kept === loading) kept = null
    })
    return loading
  }
  return {
    get: () => (isLost() ? load() : (kept ?? loadToKeep())),
    forget: () => {
      kept = null
    },
  }
}
