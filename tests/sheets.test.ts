/** Each page's stylesheet has rules for all classes in the page's modules (docs/decisions/0060). */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parse } from 'postcss'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { ensureBuilt } from '#bin/prepare.mjs'
import { pageRegistry, pageRoutes } from '#tests/page-routes.ts'
import { visitNodes } from '#tests/syntax.ts'

ensureBuilt()

/** Modules with classes that only the dashboard uses. Other stylesheets need no rules for them. */
const ELSEWHERE: Record<string, string> = {
  'kit/table.tsx': 'only the dashboard uses its sortable headings and second lines of cells',
}

/** Maximum bytes of the stylesheet inside a cached page, compressed by brotli at its highest quality. */
const SHEET_LIMIT = 9_000

/** The text of each built stylesheet, by its name. */
const texts = new Map(
  globSync('app/frame/sheets/*.css').flatMap((source) => {
    const name = basename(source, '.css')
    const [built] = globSync(`build/client/assets/${name}-???????*.css`).filter(
      (file) => basename(file).length === `${name}-12345678.css`.length,
    )
    return built ? [[name, readFileSync(built, 'utf8')] as const] : []
  }),
)
const sheets = new Map([...texts].map(([name, text]) => [name, classesIn(text)]))

function classesIn(css: string): Set<string> {
  const classes = new Set<string>()
  parse(css).walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/\.((?:\\.|[\w-])+)/g))
      classes.add(name.replaceAll('\\', ''))
  })
  for (const [name] of css.matchAll(/--color-[\w-]+(?=:)/g)) classes.add(name)
  return classes
}

type Module = { imports: string[]; classes: string[] }
const modules = new Map<string, Module>()

/**
 * Returns a module's class names and its imports from app/, including dynamic imports. Server modules have no
 * classes.
 */
function moduleOf(file: string): Module {
  const found: Module = modules.get(file) ?? { imports: [], classes: [] }
  if (modules.has(file)) return found
  modules.set(file, found)
  const source = readFileSync(file, 'utf8')
  // Colours in a handle, in data or in a style. The sheet defines a colour only if a source of the sheet names it.
  found.classes.push(...(source.match(/--color-[\w-]+/g) ?? []))
  const { program } = parseSync(file, source)
  const addTexts = (value: unknown) =>
    visitNodes(value, (node) => {
      const text =
        node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.raw : ''
      if (typeof text === 'string') found.classes.push(...text.split(/\s+/))
    })
  visitNodes(program, (node) => {
    const isImport = node.type === 'ImportDeclaration' && node.importKind !== 'type'
    if (isImport || node.type === 'ImportExpression') {
      const { source } = node
      const path = source.type === 'Literal' ? `${source.value}` : ''
      const imported = path.startsWith('.') ? join(dirname(file), path) : path.replace('#', '')
      if (/^app\/.*(?<!\.server)\.tsx?$/.test(imported) && existsSync(imported)) found.imports.push(imported)
    } else if (node.type === 'JSXAttribute' && /class/i.test(`${node.name.name}`)) addTexts(node.value)
    else if (node.type === 'CallExpression' && 'name' in node.callee && /class/i.test(`${node.callee.name}`))
      addTexts(node.arguments)
    else if (node.type === 'Property' && 'name' in node.key && /class/i.test(`${node.key.name}`))
      addTexts(node.value)
  })
  return found
}

/** Returns the classes that have a rule in another public sheet but none in this sheet, each with its module. */
function missingClasses(file: string, sheet: string): string[] {
  const own = sheets.get(sheet) ?? new Set()
  const others = new Set(
    [...sheets].flatMap(([name, classes]) => (name === 'desk' && sheet !== name ? [] : [...classes])),
  )
  const files = new Set([`app/${file}`])
  for (const each of files) for (const imported of moduleOf(each).imports) files.add(imported)
  return [...files].flatMap((each) =>
    moduleOf(each).classes.flatMap((name) =>
      others.has(name) && !own.has(name) && !(each.replace('app/', '') in ELSEWHERE)
        ? `${sheet}: ${name} in ${each}`
        : [],
    ),
  )
}

describe('the stylesheets of the pages', () => {
  it('have rules for all classes that the page and its components name', async () => {
    const [routes, { pages }] = await Promise.all([pageRoutes(), pageRegistry()])
    const isApart = (side: string) => side === 'worker' || side === 'coordinator'
    const views = pages.flatMap(({ id, handle }) => {
      const route = routes[id]
      if (!route || !('default' in route.module) || isApart(handle.side)) return []
      return [{ file: route.file, sheet: handle.sheet ?? (handle.side === 'admin' ? 'desk' : 'shop') }]
    })
    expect(views.length).toBeGreaterThan(80)
    const missing = views.flatMap(({ file, sheet }) => missingClasses(file, sheet))
    expect([...new Set(missing)]).toEqual([])
  })

  it('are small where a cached page contains them', async () => {
    const { pages } = await pageRegistry()
    const inline = new Set(pages.flatMap(({ handle }) => (handle.cached && handle.sheet) || []))
    expect(inline.size).toBeGreaterThan(8)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    const sizes = [...inline].map((name) => {
      const { length } = brotliCompressSync(texts.get(name) ?? '', { params })
      return { name, length }
    })
    expect(sizes.filter(({ length }) => length > SHEET_LIMIT)).toEqual([])
  })

  it('define the shortened properties that they use, because the names can differ in the next build', () => {
    const undefinedNames = globSync('build/client/assets/*.css').flatMap((file) => {
      const css = readFileSync(file, 'utf8')
      const defined = new Set(css.match(/--[\w-]+(?=:)/g))
      const used = css.match(/(?<=var\()--[0-9a-z]{1,2}(?=\))/g) ?? []
      return used.filter((name) => !defined.has(name)).map((name) => `${basename(file)}: ${name}`)
    })
    expect([...new Set(undefinedNames)]).toEqual([])
  })

  it('are named in the handle of each cached page', async () => {
    const [routes, { pages }] = await Promise.all([pageRoutes(), pageRegistry()])
    const isView = (id: string) => 'default' in (routes[id]?.module ?? {})
    const unnamed = pages.filter(({ id, handle }) => handle.cached && !handle.sheet && isView(id))
    expect(unnamed.map(({ id }) => id)).toEqual([])
  })
})
