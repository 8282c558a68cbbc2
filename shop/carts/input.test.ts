import { expect, it } from 'vitest'
import { cartChangeInput, picksFromForm } from '#shop/carts/input.ts'

const set = (quantity: string) => cartChangeInput.safeParse({ intent: 'set', key: '1', quantity })

it('refuses an empty quantity, because 0 would remove the line', () => {
  expect(set('').error?.issues[0]).toMatchObject({
    path: ['quantity'],
    message: 'Choose a whole number as quantity.',
  })
  expect(set('1.5').success).toBe(false)
  expect(set('-3').success).toBe(false)
  expect(set('0').data).toMatchObject({ quantity: 0 })
  expect(set('12').data).toMatchObject({ quantity: 12 })
})

it('adds one unit if the form has no quantity', () => {
  expect(cartChangeInput.parse({ intent: 'add', number: '7' })).toMatchObject({ number: 7, quantity: 1 })
  expect(cartChangeInput.safeParse({ intent: 'add', number: '7', quantity: '0' }).success).toBe(false)
})

it('reads picks with whole counts from 1 to 99, and ignores other fields', () => {
  const form = new FormData()
  const typed = {
    'pick-3': '2',
    'pick-5': '99',
    'pick-6': '0',
    'pick-7': '-1',
    'pick-8': '1.5',
    'pick-9': '100',
  }
  const other = { 'pick-10': 'two', 'pick-': '1', quantity: '3' }
  for (const [name, value] of Object.entries({ ...typed, ...other })) form.set(name, value)
  expect(picksFromForm(form)).toEqual({ 3: 2, 5: 99 })
})
