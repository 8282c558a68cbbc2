import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coordinatorTextsIn, pageTextsIn } from '#app/programme/words/words.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'

const ALL = Object.keys(coordinatorTextsIn('en'))

/** The views that a page's module brings: those of the desk and of coordinators that it imports, directly or not. */
function viewsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file.endsWith('coordinator/error-page.tsx')) return seen
  seen.add(file)
  for (const [, view = ''] of readFileSync(file, 'utf8').matchAll(
    /from '#(app\/(?:admin|desk|programme)\/[\w/-]+\.tsx)'/g,
  ))
    viewsOf(view, seen)
  return seen
}

/** The parts that a view reads: it takes them from `useWords()`, or from `all`, which is the whole. */
function readBy(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  expect(code, `${file} gives the whole another name`).not.toMatch(/const (?!all\b)\w+ = useWords\(\)\n/)
  const taken = [...code.matchAll(/\{([^{}]+)\}(?: = useWords\(\)|: CoordinatorWords)/g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  )
  const named = [...code.matchAll(/(?:\ball|useWords\(\))\.(\w+)|const \{([^}]+)\} = all\n/g)].flatMap(
    ([, one = '', more = '']) => [one, ...more.split(',').map((name) => name.split(':')[0]?.trim() ?? '')],
  )
  const types = code.includes('typeName') ? ['types'] : []
  return [...taken, ...named, ...types].filter((name) => ALL.includes(name))
}

it.each([
  'groups',
  'group',
  'workers',
  'worker-list',
  'give',
  'repeat',
  'photos',
  'messages',
  'questions',
  'templates',
  'template',
])('the page %s gets every text that it shows', async (name) => {
  const views = ['frame', name].flatMap((file) => [...viewsOf(`app/programme/coordinator/${file}.tsx`)])
  const needed = new Set(views.flatMap(readBy))
  expect(needed.size).toBeGreaterThan(3)
  const { handle }: { handle: PageHandle } = await import(`../coordinator/${name}.tsx`)
  const given = Object.keys(pageTextsIn('en', handle.words))
  expect([...needed].filter((group) => !given.includes(group))).toEqual([])
})
