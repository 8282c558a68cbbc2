export type Remembered<T> = {
  /** As of the last `forget` or later. */
  get(): Promise<T>
  forget(): void
}

type Source<T> = {
  /** Changes are not received: every call loads. */
  isLost(): boolean
  load(): Promise<T>
}

/** Loads once after each change, and shares the load between callers. */
export function remember<T>({ isLost, load }: Source<T>): Remembered<T> {
  let cached: Promise<T> | null = null
  const loadIntoCache = () => {
    const loading = load()
    cached = loading
    // A load that a change overtook is dropped, and a failed one is repeated.
    loading.catch(() => {
      if (cached === loading) cached = null
    })
    return loading
  }
  return {
    get: () => (isLost() ? load() : (cached ?? loadIntoCache())),
    forget: () => {
      cached = null
    },
  }
}
