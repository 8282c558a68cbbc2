/** The products on sale, held in memory to be searched. */
import type { Product } from '#shop/catalogue/product.ts'
import { type Findable, indexing, type SearchIndex } from '#shop/search/search-index.ts'

/** What the search needs of the world around it. */
export type CatalogueSource = {
  /** Counts the changes of the catalogue that this process has heard of. */
  version(): number
  /** True while changes cannot be heard of, because the database is away. */
  isLost(): boolean
  /** The products on sale, by catalogue number. */
  load(): Promise<readonly Product[]>
  /** Lets waiting requests go first. */
  breathe(): Promise<void>
  /** Milliseconds that pass. */
  clock(): number
  /** Hears why an older catalogue answered, or none could be read ahead. */
  onError(error: unknown): void
}

export type ProductSearch = {
  /**
   * The products on sale that fit the words of a query, best first. Asks the database only after the catalogue changed,
   * once for all who search; while the database is away the last known catalogue answers. Rejects when there is none.
   */
  find(words: readonly string[]): Promise<Product[]>
  /** Takes in the last change now, so that nobody who searches has to wait for it. Never rejects. */
  refresh(): Promise<void>
}

type Snapshot = {
  version: number
  products: readonly Product[]
  findables: readonly Findable[]
  index: SearchIndex
}

/** How long the index is worked on before others go first. */
const SLICE_MS = 4

export function createProductSearch(source: CatalogueSource): ProductSearch {
  let snapshot: Snapshot | null = null
  let refreshing: Promise<Snapshot> | null = null

  const read = async (): Promise<Snapshot> => {
    const version = source.version()
    const products = await source.load()
    const findables = products.map(toFindable)
    // Most changes are of stock, and no word is another one then.
    const index =
      snapshot && sameWords(snapshot.findables, findables)
        ? snapshot.index
        : await inSlices(indexing(findables), source)
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
    // What is being read may have begun before the last change.
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
