import { expect, it } from 'vitest'
import { readRows } from '#app/admin/packing/desk-form.server.ts'

it('reads the carrier of all parcels for rows that name no carrier', () => {
  const [own, other] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002']
  const form = new FormData()
  for (const [name, value] of [
    ['carrier', 'Delhivery'],
    ...[own, other].flatMap((id) => [
      ['order', `${id}:1`],
      [`number:${id}`, 'AWB1'],
      [`carrier:${id}`, id === own ? 'DTDC' : ' '],
    ]),
  ])
    form.append(name ?? '', value ?? '')
  const { rows, typed } = readRows(form)
  expect(rows.map(({ carrier }) => carrier)).toEqual(['DTDC', 'Delhivery'])
  expect(typed[other]).toEqual({ carrier: 'Delhivery', trackingNumber: 'AWB1' })
})
