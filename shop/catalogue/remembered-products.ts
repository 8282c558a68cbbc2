import type { Product } from '#shop/catalogue/product.ts'

/** The products on sale, in memory. */
export type RememberedProducts = {
  /** All of them by catalogue number, as of the last `forget` or later. */
  list(): Promise<readonly Product[]>
  /** Called after a change: what was loaded before is not listed again. */
  forget(): void
}

type Source = {
  /** True while changes cannot be heard of: then every call loads. */
  isLost(): boolean
  load(): Promise<readonly Product[]>
}

/** Loads the products once after each change, and shares the load between callers. */
export function rememberProducts({ isLost, load }: Source): RememberedProducts {
  let kept: Promise<readonly Product[]> | null = null
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
    list: () => (isLost() ? load() : (kept ?? loadToKeep())),
    forget: () => {
      kept = null
    },
  }
}
