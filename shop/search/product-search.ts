/** Products on sale, in memory for searching. */
import type { Product } from '#shop/catalogue/product.ts'
import { type Findable, indexing, type SearchIndex } from '#shop/search/search-index.ts'
import type { Synonyms } from '#shop/search/synonyms.ts'

/** Dependencies of the search. */
export type CatalogueSource = {
  /** Changes that this process was notified of. */
  version(): number
  /** The database is unreachable, so notifications cannot arrive. */
  isLost(): boolean
  /** By catalogue number. */
  load(): Promise<readonly Product[]>
  synonyms: Synonyms
  /** Yields to other requests. */
  breathe(): Promise<void>
  /** Monotonic, in milliseconds. */
  clock(): number
  /** On use of an outdated catalogue, or a failed refresh. */
  onError(error: unknown): void
}

export type ProductSearch = {
  /**
   * Best first. Loads once after each change of the catalogue; without the database the last one is
   * searched. Rejects if none was ever loaded.
   */
  find(words: readonly string[]): Promise<Product[]>
  /** Loads in advance. Never rejects. */
  refresh(): Promise<void>
}

type Snapshot = {
  version: number
  products: readonly Product[]
  findables: readonly Findable[]
  index: SearchIndex
}

/** Milliseconds of indexing before it yields. */
const SLICE_MS = 4

/** Keeps products in memory. */
export function createProductSearch(source: CatalogueSource): ProductSearch {
  let snapshot: Snapshot | null = null
  let refreshing: Promise<Snapshot> | null = null

  const read = async (): Promise<Snapshot> => {
    const version = source.version()
    const products = await source.load()
    const findables = products.map(toFindable)
    // Most changes concern stock.
    const index =
      snapshot && sameWords(snapshot.findables, findables)
        ? snapshot.index
        : await inSlices(indexing(findables, source), source)
    snapshot = { version, products, findables, index }
    return snapshot
  }
  const readOnce = () => {
    refreshing ??= read().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  const current = async (): Promise<Snapshot> => {
    if (snapshot && source.isLost()) return snapshot
    const wanted = source.version()
    let newest = snapshot
    // A running load may have begun before the change.
    while (!newest || newest.version < wanted) newest = await readOnce()
    return newest
  }
  const currentOrLast = async (): Promise<Snapshot> => {
    try {
      return await current()
    } catch (error) {
      if (!snapshot) throw error
      source.onError(error)
      return snapshot
    }
  }
  return {
    async find(words) {
      const { index, products } = await currentOrLast()
      return index.find(words).flatMap((at) => products[at] ?? [])
    },
    async refresh() {
      await current().catch(source.onError)
    },
  }
}

async function inSlices(
  making: Generator<void, SearchIndex, void>,
  { breathe, clock }: Pick<CatalogueSource, 'breathe' | 'clock'>,
): Promise<SearchIndex> {
  let began = clock()
  for (;;) {
    const step = making.next()
    if (step.done) return step.value
    if (clock() - began < SLICE_MS) continue
    await breathe()
    began = clock()
  }
}

function sameWords(some: readonly Findable[], others: readonly Findable[]): boolean {
  const isSame = ({ name, about }: Findable, at: number) =>
    name === others[at]?.name && about === others[at]?.about
  return some.length === others.length && some.every(isSame)
}

function toFindable(product: Product): Findable {
  const { name, category, cuisine, region, shortDescription, ingredients, healthFocus, description } = product
  const about = [category, cuisine, region, shortDescription, ...ingredients, ...healthFocus, description]
  return { name, about: about.join(' ') }
}
