import { expect, it } from 'vitest'
import { searchText } from '#shop/kernel/text.ts'

it('reads the search of a list, without what the database refuses', () => {
  expect(searchText(new URLSearchParams('q=%20ragi%00%20mix '), 6)).toBe('ragi m')
  expect(searchText(new URLSearchParams('q=%00'), 40)).toBe('')
  expect(searchText(new URLSearchParams(''), 40)).toBe('')
})
