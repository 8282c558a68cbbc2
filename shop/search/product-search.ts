/** Searches the products on sale, which it keeps in memory. */
import type { Product } from '#shop/catalogue/product.ts'
import { buildIndexInSteps, type Findable, type SearchIndex } from '#shop/search/search-index.ts'
import type { SynonymLookup } from '#shop/search/synonyms.ts'

/** Dependencies of the search. */
export type CatalogueSource = {
  /** Number of catalogue changes that this process was notified of. */
  version(): number
  /** True while the database is unreachable, so that no notification can arrive. */
  isLost(): boolean
  /** Loads the products, ordered by catalogue number. */
  load(): Promise<readonly Product[]>
  synonyms: SynonymLookup
  /** Lets other requests run. */
  yieldToEventLoop(): Promise<void>
  /** Returns monotonic time in milliseconds. */
  clock(): number
  /** Called when an outdated catalogue was searched, or a refresh failed. */
  onError(error: unknown): void
}

export type ProductSearch = {
  /**
   * Returns matches, best first. Loads the catalogue once after each change. While the database is unavailable,
   * searches the last catalogue; rejects if no catalogue was ever loaded.
   */
  find(words: readonly string[]): Promise<Product[]>
  /** Loads the catalogue in advance. Never rejects. */
  refresh(): Promise<void>
}

type Snapshot = {
  version: number
  products: readonly Product[]
  findables: readonly Findable[]
  index: SearchIndex
}

/** Milliseconds after which indexing lets other requests run. */
const SLICE_MS = 4

/** Creates a search over one catalogue. */
export function createProductSearch(source: CatalogueSource): ProductSearch {
  let snapshot: Snapshot | null = null
  let pending: Promise<Snapshot> | null = null

  const loadSnapshot = async (): Promise<Snapshot> => {
    const version = source.version()
    const products = await source.load()
    const findables = products.map(toFindable)
    // Most changes concern only stock, so that the index can be kept.
    const index =
      snapshot && sameWords(snapshot.findables, findables)
        ? snapshot.index
        : await runInSlices(buildIndexInSteps(findables, source), source)
    snapshot = { version, products, findables, index }
    return snapshot
  }
  const loadOnce = () => {
    pending ??= loadSnapshot().finally(() => {
      pending = null
    })
    return pending
  }
  const loadCurrent = async (): Promise<Snapshot> => {
    if (snapshot && source.isLost()) return snapshot
    const version = source.version()
    let newest = snapshot
    // A load that is already running may have begun before the change.
    while (!newest || newest.version < version) newest = await loadOnce()
    return newest
  }
  const loadCurrentOrLast = async (): Promise<Snapshot> => {
    try {
      return await loadCurrent()
    } catch (error) {
      if (!snapshot) throw error
      source.onError(error)
      return snapshot
    }
  }
  return {
    async find(words) {
      const { index, products } = await loadCurrentOrLast()
      return index.find(words).flatMap((at) => products[at] ?? [])
    },
    async refresh() {
      await loadCurrent().catch(source.onError)
    },
  }
}

async function runInSlices(
  steps: Generator<void, SearchIndex, void>,
  { yieldToEventLoop, clock }: Pick<CatalogueSource, 'yieldToEventLoop' | 'clock'>,
): Promise<SearchIndex> {
  let start = clock()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (clock() - start < SLICE_MS) continue
    await yieldToEventLoop()
    start = clock()
  }
}

function sameWords(items: readonly Findable[], otherItems: readonly Findable[]): boolean {
  const isSame = ({ name, about, mentions }: Findable, at: number) =>
    name === otherItems[at]?.name && about === otherItems[at]?.about && mentions === otherItems[at]?.mentions
  return items.length === otherItems.length && items.every(isSame)
}

function toFindable(product: Product): Findable {
  const { name, category, cuisine, region, shortDescription, ingredients, healthFocus, description } = product
  const about = [category, cuisine, region, shortDescription, ...ingredients, ...healthFocus]
  return { name, about: about.join(' '), mentions: description }
}
