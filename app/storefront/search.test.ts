import { RouterContextProvider } from 'react-router'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Suggestion } from '#app/frame/suggestions.tsx'
import { loader as recipesLoader } from '#app/recipes/recipes.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { loader } from '#app/storefront/search.tsx'
import { answerSuggestions } from '#app/storefront/search-suggestions.server.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { makeProduct } from '#db/factories/product.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import {
  countSearch,
  createRateLimiter,
  NO_RATE_LIMITS,
  type RateLimiter,
  SEARCHES,
  SUGGESTIONS,
} from '#infra/rate-limits/rate-limits.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex } from '#shop/search/search-index.ts'
import { createSynonymLookup, NO_SYNONYMS } from '#shop/search/synonyms.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

let catalogueVersion = 0
const { db, ctx, productSearch } = await testDatabase({ catalogueVersion: () => catalogueVersion })
await seedCatalogue({ db, now: NOW })
const limiter = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
const { call } = apiClient(ctx, { limits: limiter })

function argsOf(path: string, from: string, limits: RateLimiter, isAway: boolean) {
  const requestCtx: Partial<RequestContext> = { ctx: ctx(), productSearch, limits, isOutage: () => isAway }
  const context = new RouterContextProvider(new Map([[requestContext, requestCtx as RequestContext]]))
  return { request: new Request(`http://shop.test${path}`, { headers: { 'x-real-ip': from } }), context }
}

/** Returns the data of the search page's loader, and its status. */
async function search(words: string, from: string, limits = limiter, isAway = false) {
  const args = argsOf(`/search?q=${encodeURIComponent(words)}`, from, limits, isAway)
  const loaded = await loader(args as unknown as Parameters<typeof loader>[0])
  if ('products' in loaded) return { status: 200, found: loaded, headers: new Headers() }
  return { status: loaded.init?.status, found: loaded.data, headers: new Headers(loaded.init?.headers) }
}

async function searchRecipes(query: string, from: string) {
  const args = argsOf(`/play-with-food${query}`, from, limiter, false)
  const loading = async () => recipesLoader(args as unknown as Parameters<typeof recipesLoader>[0])
  return loading().then(
    () => 200,
    (refused: { init?: ResponseInit }) => refused.init?.status,
  )
}

describe('the search page', () => {
  it('finds products and recipes for a misspelt query', async () => {
    const { found } = await search('ragee', '198.51.100.1')
    expect(found.products[0]?.name).toBe('Ragi Meal Mix')
    expect(found.recipes.map(({ name }) => name)).toContain('Ragi Dosa')
  })

  it('shares one limit per network with recipes and the API, and says how long to wait', async () => {
    const from = '198.51.100.2'
    for (let count = 0; count < SEARCHES.max - 3; count += 1) await countSearch(limiter, from)
    expect((await search('idly', from)).status).toBe(200)
    expect(await searchRecipes('?q=idly', from)).toBe(200)
    const byApi = () => call(VISITOR, 'GET', '/products?q=ragi', { headers: { 'x-real-ip': from } })
    expect((await byApi()).status).toBe(200)
    const refused = await search('idly', from)
    expect(refused).toMatchObject({ status: 429, found: { query: 'idly', products: [], recipes: [] } })
    expect(refused.found.problem).toMatch(/Please wait a minute and try again/)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect([await searchRecipes('?q=idly', from), (await byApi()).status]).toEqual([429, 429])
    expect((await search('idly', '198.51.100.3')).status).toBe(200)
    // Requests without a search are not counted.
    expect((await search(' ', from)).status).toBe(200)
    expect(await searchRecipes('?method=baked', from)).toBe(200)
  })

  it('does not wait for an unavailable database, whether or not the outage is known', async () => {
    const failing: RateLimiter = {
      ...limiter,
      count: () => Promise.reject(Object.assign(new Error('failing'), { code: 'ECONNREFUSED' })),
    }
    const pending: RateLimiter = { ...limiter, count: () => new Promise(() => {}) }
    for (const [limits, isAway] of [
      [failing, false],
      [pending, true],
    ] as const) {
      const { status, found } = await search('ragee', '198.51.100.4', limits, isAway)
      expect([status, found.products[0]?.name]).toEqual([200, 'Ragi Meal Mix'])
    }
  })
})

describe('suggestions', () => {
  let networks = 0

  /** Requests suggestions with this query string. */
  const suggest = async (query: string, from = `203.0.113.${++networks}`, limits = limiter) => {
    const { request } = argsOf(`/search/suggestions${query}`, from, limits, false)
    const answer = await answerSuggestions(request, { productSearch, limits, isOutage: () => false })
    const suggestions: Suggestion[] = await answer.json()
    return { answer, suggestions, names: suggestions.map(({ name }) => name) }
  }

  it('are at most six products with prices and recipes, name matches first', async () => {
    const { answer, suggestions, names } = await suggest('?q=ragi')
    expect(suggestions).toHaveLength(6)
    expect(suggestions[0]).toEqual({
      name: 'Ragi Meal Mix',
      path: expect.stringMatching(/^\/product\/[\da-f-]{36}$/),
      picture: expect.stringMatching(/mix-ragi/),
      note: expect.stringMatching(/^₹\d+$/),
    })
    expect(suggestions[1]).toMatchObject({
      name: 'Ragi Dosa',
      path: '/play-with-food/ragi-dosa',
      note: 'Recipe, 45 min',
    })
    expect(names.slice(0, 4).filter((name) => !name.startsWith('Ragi'))).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  })

  it.each([
    ['रागी', 'Ragi Meal Mix'],
    ['nachn', 'Ragi Meal Mix'],
    ['garm masl', 'Garam Masala'],
    ['ragi dosa', 'Ragi Dosa'],
    ['finger milet', 'Ragi Meal Mix'],
    ['इलाइचि', 'Elaichi Gud'],
  ])('%s suggests %s first', async (typed, name) => {
    expect((await suggest(`?q=${encodeURIComponent(typed)}`)).names[0]).toBe(name)
  })

  it.each(['', '?q=', '?q=r', '?q=%F0%9F', '?query=ragi', `?q=${'x'.repeat(9_000)}`])(
    'are none for %j',
    async (query) => {
      const { answer, names } = await suggest(query)
      expect([answer.status, names]).toEqual([200, []])
    },
  )

  it('mark products that are out of stock', async () => {
    const { suggestions } = await suggest('?q=sichuan')
    expect(suggestions[0]).toMatchObject({ name: 'Sichuan Pepper', note: 'Out of Stock' })
  })

  it('have a limit of their own per network', async () => {
    const from = '198.51.100.7'
    expect((await suggest('?q=idly', from)).answer.status).toBe(200)
    const ofSuggestions = db.updateTable('requestLimits').where('key', 'like', 'suggestions:%')
    await ofSuggestions.set({ count: SUGGESTIONS.max - 1 }).execute()
    expect((await suggest('?q=idly', from)).answer.status).toBe(200)
    const { answer, names } = await suggest('?q=idly', from)
    expect([answer.status, answer.headers.get('retry-after'), names]).toEqual([429, '60', []])
    expect((await suggest('?q=', from)).answer.status).toBe(200)
    expect((await search('idly', from)).status).toBe(200)
  })
})

/** The expected first product or recipe for each group of synonyms, by the group's first word. */
const EXPECTED: Record<string, string | string[]> = {
  ragi: 'Ragi Meal Mix',
  bajra: 'Bajra Meal Mix',
  jowar: 'Jowar Meal Mix',
  millet: 'The Complete Box',
  moong: 'The Complete Box',
  chana: 'The Complete Box',
  'toor dal': 'Sambar',
  soya: 'The Complete Box',
  peanut: 'The Complete Box',
  sesame: 'The Complete Box',
  protein: 'Protein-Boosted Meal Mix',
  rajma: 'Smoky Millet Burger',
  besan: ['Chilla', 'Falafel'],
  semolina: 'Idli',
  turmeric: ['Turmeric Tastemaker', 'Haldi Jeera'],
  jeera: 'Haldi Jeera',
  elaichi: 'Elaichi Gud',
  kesar: 'Kesar Badam',
  cinnamon: 'Cocoa Cinnamon',
  'garam masala': 'Garam Masala',
  masala: 'Garam Masala',
  coriander: 'Garam Masala',
  fennel: 'Achari',
  fenugreek: 'Tandoori',
  mustard: 'Idli',
  clove: 'Garam Masala',
  'black pepper': 'Garam Masala',
  chilli: 'Tandoori',
  'star anise': 'Garam Masala',
  asafoetida: 'Achari',
  'curry leaf': 'Sambar',
  tamarind: ['Sambar', 'Idli'],
  'mango powder': 'Tandoori',
  ginger: 'Garam Masala',
  garlic: 'Tandoori',
  lemongrass: 'Thai Lemongrass',
  salt: 'The Complete Box',
  tulsi: 'Replenish Flavoured Box of 30 Sticks',
  badam: 'Kesar Badam',
  gud: 'Elaichi Gud',
  coconut: 'Malvani Coconut',
  cocoa: 'Cocoa Cinnamon',
  apple: 'Apple Pie',
  'raw mango': 'Achari',
  mango: 'Tandoori',
  amla: 'Replenish Flavoured Box of 30 Sticks',
  lime: 'Chipotle Lime',
  mint: 'Replenish Flavoured Box of 30 Sticks',
  tandoori: 'Tandoori',
  achari: 'Achari',
  chettinad: 'Chettinad',
  sambar: 'Sambar',
  malvani: 'Malvani Coconut',
  'peri peri': 'Peri Peri',
  zaatar: 'Za’atar',
  italian: 'Italian Herb',
  sichuan: 'Sichuan Pepper',
  bbq: 'Smoky BBQ',
  ranch: 'Garden Ranch',
  cajun: 'Cajun',
  buttermilk: 'Garden Ranch',
  replenish: 'Replenish Flavoured Box of 30 Sticks',
  containers: 'Biodegradable Containers, Set of 10',
  biodegradable: 'Biodegradable Containers, Set of 10',
  dosa: 'Ragi Dosa',
  idli: 'Idli',
  chilla: 'Chilla',
  roti: 'Roti',
  puri: 'Puri',
  vada: 'Ragi Masala Vada',
  bhajiya: 'Onion Bhajiya',
  tikki: 'Beetroot Tikki',
  cutlets: 'Hara Bhara Cutlets',
  paniyaram: 'Kuzhi Paniyaram',
  upma: 'Bajra Upma',
  thalipeeth: 'Thalipeeth',
  puttu: 'Ragi Puttu',
  pulao: 'Bajra Pulao',
  momos: 'Millet Momos',
  dhokla: 'Microwave Dhokla',
  handvo: 'Handvo',
  biscuits: 'Khara Biscuits',
  pancakes: 'Veggie Pancakes',
  crackers: 'Crackers',
  pizza: 'Millet Pizza',
  soup: 'Roast Tomato Soup',
  burger: 'Smoky Millet Burger',
  wrap: 'Cajun Wrap',
  onion: 'Onion Bhajiya',
  tomato: ['Italian Herb', 'Roast Tomato Soup'],
  potato: 'Beetroot Tikki',
  spinach: 'Thai Lemongrass Bowl',
  beetroot: 'Beetroot Tikki',
  capsicum: 'Stuffed Capsicum',
  corn: 'Corn and Capsicum Muffins',
  'bottle gourd': 'Veggie Pancakes',
  curd: 'Veggie Pancakes',
  paneer: 'Corn and Capsicum Muffins',
}

describe('synonyms', () => {
  it.each(SEARCH_SYNONYMS.map((names) => [names[0] ?? '', names] as const))(
    'each find the same first product or recipe: %s',
    async (word, names) => {
      if (word === 'jowar') {
        // This product is not in the sample data. Its name may rank first for other words, so the test deletes it.
        const id = await makeProduct(db, { slug: 'jowar-mix', name: 'Jowar Meal Mix' })
        catalogueVersion += 1
        onTestFinished(async () => {
          await db.deleteFrom('products').where('id', '=', id).execute()
          catalogueVersion += 1
        })
      }
      const expectedNames = [EXPECTED[word] ?? 'not said'].flat()
      const found: Record<string, unknown> = {}
      for (const name of names) {
        const { products, recipes } = (await search(name, '198.51.100.5', NO_RATE_LIMITS)).found
        const first = [products[0]?.name, recipes[0]?.name]
        if (!expectedNames.some((thing) => first.includes(thing))) found[name] = first
      }
      expect(found).toEqual({})
    },
  )

  it('occur once in a group, and do not change results for words without synonyms', () => {
    const synonyms = createSynonymLookup(SEARCH_SYNONYMS)
    for (const names of SEARCH_SYNONYMS) {
      const keys = names.map((name) => readQuery(name).words.join(' '))
      expect(keys).toEqual([...new Set(keys)])
      expect(keys).not.toContain('')
    }
    const things = [...SEED_PRODUCTS, ...RECIPES].map(({ name, ...about }) => ({
      name,
      about: 'description' in about ? about.description : about.ingredients.join(' '),
    }))
    const [plain, withSynonyms] = [createIndex(things), createIndex(things, { synonyms })]
    const synonymWords = new Set(SEARCH_SYNONYMS.flat().flatMap(wordsOf))
    const words = [...new Set(things.flatMap(({ name, about }) => wordsOf(`${name} ${about}`)))]
    const others = words.filter((word) => !synonymWords.has(word))
    expect(others.length).toBeGreaterThan(500)
    for (const [at, word] of others.entries()) {
      const query = readQuery(`${word} ${others[at - 1] ?? ''}`).words
      expect(withSynonyms.find(query)).toEqual(plain.find(query))
      expect(synonyms(query, () => true)).toEqual(NO_SYNONYMS(query, () => true))
    }
  })
})
