import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { loader as recipesLoader } from '#app/recipes/recipes.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { loader } from '#app/storefront/search.tsx'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { createRateLimiter, type RateLimiter, SEARCHES } from '#infra/rate-limits/rate-limits.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const { db, ctx, productSearch } = await testDatabase()
await seedCatalogue({ db, now: NOW })
const counting = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
const { ask } = apiClient(ctx, { limits: counting })

function argsOf(path: string, from: string, limits: RateLimiter, isAway: boolean) {
  const given: Partial<RequestContext> = { ctx: ctx(), productSearch, limits, isDatabaseAway: () => isAway }
  const context = new RouterContextProvider(new Map([[requestContext, given as RequestContext]]))
  return { request: new Request(`http://shop.test${path}`, { headers: { 'x-real-ip': from } }), context }
}

/** The loader data of the search page and its status. */
async function search(words: string, from: string, limits = counting, isAway = false) {
  const args = argsOf(`/search?q=${encodeURIComponent(words)}`, from, limits, isAway)
  const loaded = await loader(args as unknown as Parameters<typeof loader>[0])
  if ('products' in loaded) return { status: 200, found: loaded, headers: new Headers() }
  return { status: loaded.init?.status, found: loaded.data, headers: new Headers(loaded.init?.headers) }
}

async function searchRecipes(query: string, from: string) {
  const args = argsOf(`/play-with-food${query}`, from, counting, false)
  const loading = async () => recipesLoader(args as unknown as Parameters<typeof recipesLoader>[0])
  return loading().then(
    () => 200,
    (refused: { init?: ResponseInit }) => refused.init?.status,
  )
}

describe('the search page', () => {
  it('finds products and recipes, misspelt', async () => {
    const { found } = await search('ragee', '198.51.100.1')
    expect(found.products[0]?.name).toBe('Ragi Meal Mix')
    expect(found.recipes.map(({ name }) => name)).toContain('Ragi Dosa')
  })

  it('shares one limit with recipes and the API, by network, and says how long to wait', async () => {
    const from = '198.51.100.2'
    for (let asked = 0; asked < SEARCHES.max - 2; asked += 1)
      expect((await search('idly', from)).status).toBe(200)
    expect(await searchRecipes('?q=idly', from)).toBe(200)
    const byApi = () => ask(VISITOR, 'GET', '/products?q=ragi', { headers: { 'x-real-ip': from } })
    expect((await byApi()).status).toBe(200)
    const refused = await search('idly', from)
    expect(refused).toMatchObject({ status: 429, found: { query: 'idly', products: [], recipes: [] } })
    expect(refused.found.problem).toMatch(/Please wait a minute and try again/)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect([await searchRecipes('?q=idly', from), (await byApi()).status]).toEqual([429, 429])
    expect((await search('idly', '198.51.100.3')).status).toBe(200)
  })

  it('counts nothing where nothing is looked up', async () => {
    const from = '198.51.100.2'
    expect((await search(' ', from)).status).toBe(200)
    expect(await searchRecipes('?method=baked', from)).toBe(200)
  })

  it('does not wait for an unavailable database, noticed or not', async () => {
    const away: RateLimiter = {
      ...counting,
      count: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    }
    const hanging: RateLimiter = { ...counting, count: () => new Promise(() => {}) }
    for (const [limits, isAway] of [
      [away, false],
      [hanging, true],
    ] as const) {
      const { status, found } = await search('ragee', '198.51.100.4', limits, isAway)
      expect([status, found.products[0]?.name]).toEqual([200, 'Ragi Meal Mix'])
    }
  })
})
