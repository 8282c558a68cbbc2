import { expect, it } from 'vitest'
import { rowsIn } from './desk-form.server.ts'

const ID = '00000000-0000-4000-8000-00000000000a'

function problemsOf(carrier: string, number: string): string[] {
  const form = new FormData()
  form.append('order', `${ID}:3`)
  form.append(`carrier:${ID}`, carrier)
  form.append(`number:${ID}`, number)
  return rowsIn(form).problems
}

it('a tracking number needs its carrier, and a parcel may have neither', () => {
  expect(problemsOf(' ', 'EE123')).toEqual([expect.stringContaining('which carrier has the number EE123')])
  expect(problemsOf('DTDC', 'EE123')).toEqual([])
  expect(problemsOf('', '')).toEqual([])
})
