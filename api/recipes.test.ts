import { expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { ctx } = await testDatabase()
const { call } = apiClient(ctx)

it('lists recipes by page and filter, and returns one recipe by its id', async () => {
  const first = await call(VISITOR, 'GET', '/recipes?limit=2')
  const ids = first.body.map(({ id }: { id: string }) => id)
  expect([ids, first.headers.get('x-total-count')]).toEqual([
    RECIPES.slice(0, 2).map(({ id }) => id),
    `${RECIPES.length}`,
  ])
  expect((await call(VISITOR, 'GET', `/recipes?limit=1&cursor=${ids[0]}`)).body).toMatchObject([
    { id: ids[1] },
  ])
  expect((await call(VISITOR, 'GET', '/recipes?cursor=nothing')).status).toBe(422)
  const steamed = await call(VISITOR, 'GET', '/recipes?q=ragi&method=steamed')
  expect(steamed.body.length).toBeGreaterThan(0)
  for (const { cooking_method } of steamed.body) expect(cooking_method).toContain('steamed')
  expect((await call(VISITOR, 'GET', `/recipes/${ids[0]}`)).body).toEqual(first.body[0])
  expect((await call(VISITOR, 'GET', '/recipes/nothing')).body.code).toBe('recipe_not_found')
  expect((await call(VISITOR, 'GET', '/recipes?method=raw')).body.fields).toHaveProperty('method')
})
