export type CachedValue<T> = {
  /** Returns a value that was loaded after the last `forget`. */
  get(): Promise<T>
  forget(): void
}

type Source<T> = {
  /** True while messages about changes are not received. Every call then loads the value. */
  isLost(): boolean
  load(): Promise<T>
}

/** Loads the value once after each `forget`; concurrent callers share the load. */
export function cacheValue<T>({ isLost, load }: Source<T>): CachedValue<T> {
  let cached: Promise<T> | null = null
  const loadIntoCache = () => {
    const loading = load()
    cached = loading
    // A failed load is not cached. After a `forget` the cache may already hold a newer load, which stays.
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
