import { expect, it } from 'vitest'
import { listPath } from '#app/admin/products/products-list.ts'

it('a page of a product leads back to the list with all its filters', () => {
  const filters = 'q=ragi&category=meal-mix&stock=inactive&sort=name&page=2'
  const back = new URL(
    listPath({ url: `http://shop.test/admin/dashboard/products/1?${filters}` }),
    'http://shop.test',
  )
  expect(back.pathname).toBe('/admin/dashboard/products')
  expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(filters)))
})
