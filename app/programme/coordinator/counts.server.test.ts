import { expect, it } from 'vitest'
import { countsOf } from '#app/programme/coordinator/counts.server.ts'
import { readerIn } from '#app/programme/words/words.server.ts'
import { momentIn } from '#shop/kernel/time.ts'
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

it('says when the same was given before, as people say it', () => {
  const time = new Date('2026-11-26T05:27:00Z')
  const said = (language: 'hi' | 'mr') =>
    readerIn(language).words.counts.givenBefore({
      time: momentIn(language, time),
      name: 'Meera',
    })
  expect(said('hi')).toMatch(/^26 नवंबर को सुबह 10:57 बजे Meera ने /)
  expect(said('mr')).toMatch(/^26 नोव्हेंबर रोजी सकाळ 10:57 वाजता Meera यांनी /)
})
