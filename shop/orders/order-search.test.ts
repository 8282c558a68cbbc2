import { describe, expect, it } from 'vitest'
import { isNarrowed, orderSearchPath, readOrderSearch } from '#shop/orders/order-search.ts'

const ID = '3f2a9c01-0000-4000-8000-000000000001'
const read = (query: string) => readOrderSearch(new URLSearchParams(query))

describe('the query string of the order list', () => {
  it('is read as text, status and position', () => {
    const search = { text: '#3f2a', status: 'shipped', after: ID }
    expect(read(`q=+%233f2a+&status=shipped&after=${ID}`)).toEqual(search)
  })

  it('is read without invalid values and with at most 40 characters of text', () => {
    expect(read('status=lost&after=1')).toEqual({ text: '', status: null, after: null })
    expect(read(`q=${'a'.repeat(500)}`).text).toHaveLength(40)
  })

  it('is the same after reading and writing', () => {
    for (const path of ['/orders', '/orders?q=%233f2a', `/orders?status=pending&after=${ID}`]) {
      expect(orderSearchPath(read(path.split('?')[1] ?? ''))).toBe(path)
    }
  })

  it('narrows the list by text or status, but not by position', () => {
    expect(isNarrowed(read(`after=${ID}`))).toBe(false)
    expect(isNarrowed(read('status=pending'))).toBe(true)
    expect(isNarrowed(read('q=3f'))).toBe(true)
  })
})
