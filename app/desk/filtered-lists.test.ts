import { describe, expect, it } from 'vitest'
import { type FilteredListName, isFilteredList, savedQuery } from '#app/desk/filtered-lists.ts'
import { listBehind } from '#app/desk/pager.tsx'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'

describe('saved filters', () => {
  const query = (list: FilteredListName, text: string) => savedQuery(list, new URLSearchParams(text))

  it('savedQuery returns the list’s own filters, without the page number and default values', () => {
    expect(query('messages', 'status=open&late=&q=+tin+&page=3&done=x')).toBe('q=tin')
    expect(query('people', 'sort=newest&role=')).toBe('')
    expect(query('audit', 'before=12&entity=order')).toBe('entity=order')
    expect(query('people', 'q=a%00b')).toBe('q=ab')
    expect(query('orders', 'code=1&product=unknown')).toBe('code=1')
  })

  it('isFilteredList accepts only declared lists', () => {
    expect([isFilteredList('orders'), isFilteredList('toString')]).toEqual([true, false])
  })
})

it('listBehind returns the path of the list with all its filters', () => {
  const filters = 'q=ragi&category=meal-mix&status=inactive&sort=name&page=2'
  const request = { url: `http://shop.test/admin/dashboard/products/1?${filters}` }
  const back = new URL(listBehind(request, '/admin/dashboard/products', PRODUCT_FILTERS), 'http://shop.test')
  expect(back.pathname).toBe('/admin/dashboard/products')
  expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(filters)))
})
