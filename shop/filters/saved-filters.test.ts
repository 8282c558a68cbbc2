import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { FILTERED_LISTS, isFilteredList, MAX_FILTERS, savedQuery } from '#shop/filters/filter.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'
import { removeFilter, saveFilter } from '#shop/filters/saved-filters.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { readListing } from '#shop/orders/listing.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const another = () => makeUser(db, { staffRole: 'owner' })

describe('saved filters', () => {
  it('belong to one admin and one list', async () => {
    const [admin, other] = [await another(), await another()]
    await saveFilter(ctx(admin), { list: 'orders', name: 'Open', query: 'status=pending' })
    await saveFilter(ctx(admin), { list: 'tasks', name: 'Open', query: 'status=in_progress' })
    const [kept] = await savedFilters(db, admin.id, 'orders')
    expect(kept).toMatchObject({ name: 'Open', query: 'status=pending' })
    expect(await savedFilters(db, other.id, 'orders')).toEqual([])
    expect(await removeFilter(ctx(other), kept?.id ?? '')).toEqual(ok(null))
    expect(await removeFilter(ctx(admin), kept?.id ?? '')).toMatchObject({ value: { name: 'Open' } })
    expect(await savedFilters(db, admin.id, 'orders')).toEqual([])
    expect(await savedFilters(db, admin.id, 'tasks')).toHaveLength(1)
  })

  it('replace one of the same name only when that was agreed to', async () => {
    const admin = await another()
    const save = (query: string, replaces = false) =>
      saveFilter(ctx(admin), { list: 'people', name: 'Mine', query, replaces })
    expect((await save('role=admin')).ok).toBe(true)
    expect((await save('role=admin')).ok).toBe(true)
    expect(await save('role=worker')).toEqual(err('filter_name_taken'))
    expect((await save('role=worker', true)).ok).toBe(true)
    expect(await savedFilters(db, admin.id, 'people')).toMatchObject([{ query: 'role=worker' }])
  })

  it('are at most 20 of a list, from however many windows at once', async () => {
    const admin = await another()
    const save = (n: number) => saveFilter(ctx(admin), { list: 'audit', name: `F${n}`, query: `by=${n}` })
    // All at once, which also opens the connections that the race below needs.
    await Promise.all(Array.from({ length: MAX_FILTERS - 1 }, (_, n) => save(n)))
    const rest = await Promise.all(Array.from({ length: 8 }, (_, n) => save(100 + n)))
    expect(rest.filter(({ ok }) => ok)).toHaveLength(1)
    expect(rest).toContainEqual(err('too_many_filters'))
    expect((await saveFilter(ctx(admin), { list: 'orders', name: 'x', query: 'q=x' })).ok).toBe(true)
  })
})

describe('the query of a saved filter', () => {
  it('has the list’s own filters, without the page and what is usual', () => {
    const query = (list: keyof typeof FILTERED_LISTS, text: string) =>
      savedQuery(list, new URLSearchParams(text))
    expect(query('messages', 'status=open&late=&q=+tin+&page=3&done=x')).toBe('q=tin')
    expect(query('people', 'sort=newest&role=')).toBe('')
    expect(query('audit', 'before=12&entity=order')).toBe('entity=order')
    expect(query('people', 'q=a%00b')).toBe('')
  })

  it('has every filter that the list of orders reads', () => {
    const read: string[] = []
    const params = new URLSearchParams()
    params.get = (name) => {
      read.push(name)
      return null
    }
    readListing(params)
    const filters = new Set(read.filter((name) => !['after', 'before', 'from'].includes(name)))
    expect(filters).toEqual(new Set(FILTERED_LISTS.orders.params))
  })

  it('is of a list that there is', () => {
    expect([isFilteredList('orders'), isFilteredList('toString')]).toEqual([true, false])
  })
})
