import { expect, it } from 'vitest'
import { countsOf } from '#app/coordinator/counts.server.ts'
import { shareInput } from '#shop/programme/input.ts'

it('reads counts as people type them, and no notations of programmers', () => {
  const form = new FormData()
  for (const [at, typed] of ['५', ' 12 ', '', '1e2', '0x10', '1,000'].entries())
    form.set(`share-${at}`, typed)
  form.set('deadline', '7')
  const counts = countsOf(form, 'share-')
  expect(counts.map(({ quantity }) => quantity)).toEqual([5, 12, 0, Number.NaN, Number.NaN, 1000])
  const wrong = counts.filter(({ quantity }) => !shareInput.safeParse(quantity).success)
  expect(wrong.map(({ id }) => id)).toEqual(['3', '4'])
})
