import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { changedFields, changeTitle } from '#shop/audit/words.ts'

it('shows amounts in rupees, times as people read them, and what is missing as none', () => {
  const before = { price: 27_900, isActive: true, archivedAt: null, tags: ['a', 'b'] }
  const after = { price: 28_950, isActive: false, archivedAt: '2026-11-21T09:00:00.000Z', tags: [] }
  expect(changedFields({ before, after })).toEqual([
    { field: 'Price', before: '₹279', after: '₹289.50' },
    { field: 'Is active', before: 'yes', after: 'no' },
    { field: 'Archived at', before: 'none', after: '21 Nov 2026, 2:30 pm' },
    { field: 'Tags', before: 'a; b', after: 'none' },
  ])
})

it('shows a thing that was made or removed in all its fields, and what is in it', () => {
  expect(
    changedFields({ before: null, after: { name: 'Kodo', nutrition: { servingSize: '85 g' } } }),
  ).toEqual([
    { field: 'Name', before: 'none', after: 'Kodo' },
    { field: 'Nutrition', before: 'none', after: 'Serving size: 85 g' },
  ])
  expect(changedFields({ before: 'open', after: null })).toEqual([
    { field: 'Value', before: 'open', after: 'none' },
  ])
})

it('every action that the shop records has words of its own', () => {
  const sources = globSync('shop/**/*.ts', { cwd: PROJECT_ROOT }).filter((file) => !file.endsWith('.test.ts'))
  const recorded = sources.flatMap((file) => {
    const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    return text.includes('recordChange(')
      ? [...text.matchAll(/action(?: =|:)(?: [^'\n]*\?)? '([a-z ]+)'(?: : '([a-z ]+)')?/g)].flatMap(
          ([, ...names]) => names,
        )
      : []
  })
  const computed = ['confirm', 'pack', 'ship'].flatMap((kind) => [kind, `undo ${kind}`])
  const decided = ['refund', 'cancellation'].flatMap((kind) => [`${kind} approved`, `${kind} declined`])
  const actions = new Set([...recorded.filter((name) => name !== undefined), ...computed, ...decided])
  expect(actions.size).toBeGreaterThan(40)
  const unnamed = [...actions].filter((action) => changeTitle(action, 'order') === `Order ${action}`)
  expect(unnamed).toEqual([])
  expect(changeTitle('start refund', 'order')).toBe('Refund started')
  expect(changeTitle('create', 'gst-rate')).toBe('Gst rate created')
})
