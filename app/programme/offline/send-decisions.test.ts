import { expect, it } from 'vitest'
import { areSameFields } from '#app/programme/offline/send-decisions.ts'

it('areSameFields distinguishes a second tap from a changed decision', () => {
  const picture = (text: string) => new Blob([text])
  expect(areSameFields([['rating', '4']], [['rating', '4']])).toBe(true)
  expect(areSameFields([['picture', picture('a')]], [['picture', picture('b')]])).toBe(true)
  expect(areSameFields([['rating', '4']], [['rating', '5']])).toBe(false)
  expect(areSameFields([['picture', picture('a')]], [['picture', picture('ab')]])).toBe(false)
})
