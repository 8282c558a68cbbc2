import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { firstProblem, readFields } from '#app/kit/form-fields.ts'

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const schema = z.object({
  name: z.string().min(2, 'Too short').regex(/^a/, 'Begin with a'),
  age: z.coerce.number('A number').int('A whole number'),
})

describe('readFields', () => {
  it('returns the schema’s output', () => {
    expect(readFields(schema, form({ name: 'anu', age: '3', more: 'x' }))).toEqual({
      ok: true,
      value: { name: 'anu', age: 3 },
    })
  })

  it('returns the first problem of each field, in the schema’s order', () => {
    const fields = readFields(schema, form({ age: 'x', name: 'b' }))
    expect(fields).toMatchObject({ ok: false, problems: { name: 'Too short', age: 'A number' } })
    if (!fields.ok)
      expect(firstProblem({ ...fields, message: null })).toEqual({ field: 'name', message: 'Too short' })
  })

  it('returns the typed values without passwords and files', () => {
    const fields = readFields(
      schema,
      form({ name: 'b', confirmPassword: 'Secret1', password: 'Secret1', picture: new File(['x'], 'x.png') }),
    )
    expect(fields).toMatchObject({ values: { name: 'b' } })
    expect(!fields.ok && Object.keys(fields.values)).toEqual(['name'])
  })

  it('chooses the schema by the intent, and asks to reload the page for an unknown intent', () => {
    const forms = z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('retry'), id: z.uuid() }),
      z.object({ intent: z.literal('paid'), reference: z.string().min(1, 'How was it paid?') }),
    ])
    expect(readFields(forms, form({ intent: 'paid', reference: '' }))).toMatchObject({
      problems: { reference: 'How was it paid?' },
    })
    expect(readFields(forms, form({ intent: 'other' }))).toMatchObject({
      problems: { intent: 'This page is out of date. Please reload it and try again.' },
    })
  })
})
