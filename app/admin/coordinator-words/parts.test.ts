import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coordinatorTextsIn, partsFor } from '#app/admin/coordinator-words/words.server.ts'

const ALL = Object.keys(coordinatorTextsIn('en'))

/** The views that a page's module brings: those of the desk and of coordinators that it imports, directly or not. */
function viewsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file.endsWith('coordinator/error-page.tsx')) return seen
  seen.add(file)
  for (const [, view = ''] of readFileSync(file, 'utf8').matchAll(
    /from '#(app\/(?:admin|coordinator)\/[\w/-]+\.tsx)'/g,
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
  ['groups', ''],
  ['group', '/groups/1'],
  ['workers', '/groups/1/workers'],
  ['worker-list', '/groups/1/workers/list'],
  ['give', '/groups/1/give'],
  ['repeat', '/groups/1/repeat'],
  ['photos', '/photos'],
  ['messages', '/messages'],
  ['questions', '/questions'],
  ['templates', '/templates'],
  ['template', '/templates/new'],
])('the page %s gets every text that it shows', (file, path) => {
  const views = [...viewsOf('app/coordinator/frame.tsx'), ...viewsOf(`app/coordinator/${file}.tsx`)]
  const read = new Set(views.flatMap(readBy))
  expect(read.size).toBeGreaterThan(3)
  for (const address of [`/coordinator${path}`, `/coordinator${path}.data`])
    expect([...read].filter((part) => !partsFor(address).some((one) => one === part))).toEqual([])
})
