import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { textsIn } from '#app/page-texts.server.ts'
import { TEXTS } from '#app/programme/words/words.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import routes from '#app/routes.ts'

const GROUPS = Object.keys(TEXTS.en)
const VIEW = /from '#(app\/(?:admin|desk|programme)\/[\w/-]+\.tsx)'/g

type Route = { file: string; frames: string[] }

/** Returns the routes that have a view, each with the files of its frames. */
function routesIn(entries: readonly RouteConfigEntry[], frames: string[] = []): Route[] {
  return entries.flatMap(({ file, children }) => {
    const route = { file: `app/${file}`, frames }
    return children ? routesIn(children, [...frames, route.file]) : file.endsWith('.tsx') ? [route] : []
  })
}

/**
 * Returns the views of the desk and the programme that a module imports, directly or indirectly. Leaves out error
 * pages, which bring their own texts.
 */
function viewsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file.endsWith('/error-page.tsx')) return seen
  seen.add(file)
  for (const [, view = ''] of readFileSync(file, 'utf8').matchAll(VIEW)) viewsOf(view, seen)
  return seen
}

const namesIn = (list: string) => list.split(',').map((name) => name.split(':')[0]?.trim() ?? '')

/** Returns the groups of texts that a view reads, from the hooks or from a value or parameter with all words. */
function groupsReadBy(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const variables = [
    ...code.matchAll(/const (\w+) = useWords\(\)\n|[{ ](\w+) \} = useReader\(\)|\b(\w+): Words\b(?!\[)/g),
  ].flatMap((match) => match.slice(1).filter(Boolean))
  const destructured = [...code.matchAll(/\{([^{}]+)\}(?: = useWords\(\)|: Words\b(?!\[))/g)].map(
    ([, list = '']) => list,
  )
  const accessed = ['useWords\\(\\)', ...variables].flatMap((variable) => [
    ...[...code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    ...[...code.matchAll(new RegExp(`const \\{([^}]+)\\} = ${variable}\\n`, 'g'))].map(
      ([, list = '']) => list,
    ),
  ])
  const types = code.includes('typeName') ? ['types'] : []
  const amounts = /\bamount\b[^{}]*\} = useFormats\(\)/.test(code) ? ['amounts'] : []
  // Dialogs read it without the hook.
  const close = code.includes("'#app/kit/dialog.tsx'") ? ['close'] : []
  return [...destructured, ...accessed]
    .flatMap(namesIn)
    .concat(types, amounts, close)
    .filter((name) => GROUPS.includes(name))
}

const pages = routesIn(await routes).flatMap(({ file, frames }) => {
  if (!/^app\/(programme|admin)\//.test(file)) return []
  const needed = new Set([file, ...frames].flatMap((view) => [...viewsOf(view)]).flatMap(groupsReadBy))
  // The desk is in English.
  if (!frames.some((frame) => frame.startsWith('app/programme/'))) needed.delete('close')
  return needed.size > 0 ? [{ file, frames, needed }] : []
})

it('finds the pages of workers, coordinators and the desk', () => {
  expect(pages.length).toBeGreaterThanOrEqual(20)
})

it.each(pages)('$file gets every text that it shows', async ({ file, frames, needed }) => {
  const handles = await Promise.all(
    [...frames, file].map(
      async (route): Promise<PageHandle> => (await import(`../../../${route}`)).handle ?? {},
    ),
  )
  const providedGroups = Object.keys(
    textsIn(
      'en',
      handles.flatMap(({ words = [] }) => words),
    ) ?? {},
  )
  expect([...needed].filter((group) => !providedGroups.includes(group))).toEqual([])
})
