import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { MAX_FILTERS } from '#shop/filters/filter.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'
import { removeFilter, saveFilter } from '#shop/filters/saved-filters.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const makeAdmin = () => makeUser(db, { staffRole: 'owner' })

describe('saved filters', () => {
  it('belong to one admin and one list', async () => {
    const [admin, other] = [await makeAdmin(), await makeAdmin()]
    await saveFilter(ctx(admin), { list: 'orders', name: 'Open', query: 'status=pending' })
    await saveFilter(ctx(admin), { list: 'tasks', name: 'Open', query: 'status=in_progress' })
    const [filter] = await savedFilters(db, admin.id, 'orders')
    expect(filter).toMatchObject({ name: 'Open', query: 'status=pending' })
    expect(await savedFilters(db, other.id, 'orders')).toEqual([])
    expect(await removeFilter(ctx(other), filter?.id ?? '')).toEqual(ok(null))
    expect(await removeFilter(ctx(admin), filter?.id ?? '')).toMatchObject({ value: { name: 'Open' } })
    expect(await savedFilters(db, admin.id, 'orders')).toEqual([])
    expect(await savedFilters(db, admin.id, 'tasks')).toHaveLength(1)
  })

  it('replace a filter of the same name only with `replaces`', async () => {
    const admin = await makeAdmin()
    const save = (query: string, replaces = false) =>
      saveFilter(ctx(admin), { list: 'people', name: 'Mine', query, replaces })
    expect((await save('role=admin')).ok).toBe(true)
    expect((await save('role=admin')).ok).toBe(true)
    expect(await save('role=worker')).toEqual(err('filter_name_taken'))
    expect((await save('role=worker', true)).ok).toBe(true)
    expect(await savedFilters(db, admin.id, 'people')).toMatchObject([{ query: 'role=worker' }])
  })

  it('are limited to 20 per list, even for concurrent requests', async () => {
    const admin = await makeAdmin()
    const save = (n: number) => saveFilter(ctx(admin), { list: 'audit', name: `F${n}`, query: `by=${n}` })
    // Runs concurrently, which also opens the connections that the requests below need.
    await Promise.all(Array.from({ length: MAX_FILTERS - 1 }, (_, n) => save(n)))
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => save(100 + n)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(err('too_many_filters'))
    expect((await saveFilter(ctx(admin), { list: 'orders', name: 'x', query: 'q=x' })).ok).toBe(true)
  })
})
