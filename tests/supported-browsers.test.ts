/** The built client uses only features of the oldest supported browsers (bin/supported-browsers.ts). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identifier } from '@mdn/browser-compat-data'
import { type AtRule, type Container, type Declaration, parse } from 'postcss'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { ensureBuilt } from '#bin/prepare.mjs'
import { compat, isNewer, type Newer, newerBuiltins } from '#tests/newer-features.ts'

ensureBuilt()
const CLIENT = join(import.meta.dirname, '../build/client')
/** Newer styles that a page does not need. Without them, it only looks plainer. */
const HARMLESS: readonly [RegExp, why: string][] = [
  [/^:has /, 'Firefox 115: kit/base.css draws the focus, choices show their inputs, the rest is decoration'],
  [/^@property /, 'Tailwind sets the initial values where it is missing'],
  [/^lh in /, 'Tailwind’s, inside date fields of Safari'],
  [/^text-wrap/, 'a line breaks elsewhere'],
  [/^(scrollbar-width|overscroll-behavior)/, 'a scrollbar is drawn, and the page scrolls on at an end'],
  [/^field-sizing /, 'a text field keeps its height'],
  [
    /^(forced-color-adjust|forced-colors|scripting) /,
    'an unknown condition is false: Safari has no forced colours, and scripts run',
  ],
  [/^font-family: ui-monospace /, 'the next font of the list'],
  [/^(@page|size) in .*print-/, 'the print dialog asks for the sheet'],
]

/** Uses that come after a feature check, and our own methods of the same name. */
const GUARDED = ['Error.captureStackTrace', '.take()', '.difference()']

type AnyNode = {
  type: string
  name?: string
  computed?: boolean
  object?: AnyNode
  property?: AnyNode
  callee?: AnyNode
  regex?: { pattern: string; flags: string }
}

/**
 * Methods of iterators that are newer than the methods of arrays with the same name. Whether the object is an
 * iterator follows from the call that returns it.
 */
const ITERATOR_METHODS = new Set(['map', 'filter', 'flatMap', 'reduce', 'forEach', 'some', 'every', 'find'])

function isIterator(node: AnyNode | undefined): boolean {
  if (node?.type !== 'CallExpression' || node.callee?.computed) return false
  const { object, property } = node.callee ?? {}
  return /^(values|keys|entries|matchAll)$/.test(property?.name ?? '') && object?.name !== 'Object'
}

/** Returns the names of newer built-ins and syntax in a script. */
function newerIn(script: string, { globals, statics, methods }: Newer): string[] {
  const faults: string[] = []
  const checkNode = ({ type, computed, object, property, callee, regex }: AnyNode) => {
    const member = computed ? '' : (property?.name ?? '')
    const path = `${object?.name}.${member}`
    if (type === 'MemberExpression' && statics.has(path)) faults.push(path)
    if (type === 'MemberExpression' && globals.has(object?.name ?? '')) faults.push(`${object?.name}`)
    if (type === 'NewExpression' && globals.has(callee?.name ?? '')) faults.push(`new ${callee?.name}`)
    const method = type === 'CallExpression' && !callee?.computed ? (callee?.property?.name ?? '') : ''
    if (methods.has(method) && !statics.has(`${callee?.object?.name}.${method}`)) faults.push(`.${method}()`)
    if (ITERATOR_METHODS.has(method) && isIterator(callee?.object)) faults.push(`iterator.${method}()`)
    if (type === 'StaticBlock') faults.push('static block')
    if (regex && /\(\?<[=!]/.test(regex.pattern)) faults.push(`lookbehind /${regex.pattern}/`)
    if (regex && /[dv]/.test(regex.flags)) faults.push(`flags of /${regex.pattern}/${regex.flags}`)
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    else if (node !== null && typeof node === 'object') {
      if ('type' in node) checkNode(node as AnyNode)
      for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value)
    }
  }
  walk(parseAst(script))
  return faults
}

const CSS = (compat.css ?? {}) as Record<'properties' | 'selectors' | 'types' | 'at-rules', Identifier>
const isNewerCss = (feature: Identifier | undefined) => isNewer(feature?.__compat)

/** The functions and units of CSS values that a supported browser lacks, as patterns. */
const NEWER_VALUES = Object.entries(CSS.types as Record<string, Identifier>)
  .flatMap(([kind, type]) =>
    [type, ...Object.values<Identifier>(type as Record<string, Identifier>)].map((feature) => ({
      kind,
      feature,
    })),
  )
  .filter(({ feature }) => isNewerCss(feature))
  .flatMap(({ kind, feature }) =>
    [...(feature.__compat?.description ?? '').matchAll(/<code>([a-z-]+)(\(\))?<\/code>/g)].flatMap(
      ([, name = '', isFunction]) => {
        if (isFunction) return [{ name, pattern: new RegExp(`(?<![\\w-])${name}\\(`) }]
        return kind === 'length' ? [{ name, pattern: new RegExp(`\\d${name}\\b`) }] : []
      },
    ),
  )

/**
 * Returns newer features in a declaration: its property, keywords such as `display: grid-lanes`, functions,
 * units.
 */
function newerInDeclaration({ prop, value }: Declaration): string[] {
  const property = CSS.properties[prop] as Identifier | undefined
  if (/^-\w/.test(prop)) return []
  if (isNewerCss(property)) return [prop]
  const words = value.match(/[a-z][a-z-]*\b(?!\()/g) ?? []
  const keywords = words.filter((word) => isNewerCss(property?.[word] as Identifier | undefined))
  const used = NEWER_VALUES.filter(({ pattern }) => pattern.test(value)).map(({ name }) => name)
  return [...new Set([...keywords.map((word) => `${prop}: ${word}`), ...used])]
}

function newerInSelector(selector: string): string[] {
  const names = [...selector.matchAll(/::?([a-z-]+)/g)].map(([, name]) => name ?? '')
  const used = names.filter(
    (name) => !name.startsWith('-') && isNewerCss(CSS.selectors[name] as Identifier | undefined),
  )
  return [...used.map((name) => `:${name}`), ...(/(?<!\\)&/.test(selector) ? ['nesting'] : [])]
}

function newerInAtRule({ name, params }: AtRule): string[] {
  if (isNewerCss(CSS['at-rules'][name] as Identifier | undefined)) return [`@${name}`]
  if (name !== 'media') return []
  const media = CSS['at-rules'].media as Record<string, Identifier>
  const features = [...params.matchAll(/\(([a-z-]+)/g)].map(([, feature]) => feature ?? '')
  const used = features.filter((feature) => isNewerCss(media[feature]))
  return /[<>]/.test(params) && isNewerCss(media.range_syntax) ? [...used, 'range syntax'] : used
}

/** Returns newer features in a stylesheet that are outside `@supports` and have no older declaration above them. */
function newerInStyles(css: string): string[] {
  const faults: string[] = []
  const walk = (container: Container) => {
    const older = new Set<string>()
    container.each((node) => {
      if (node.type === 'decl') {
        const newer = newerInDeclaration(node)
        // The build adds prefixed declarations above a standard declaration.
        if (newer.length === 0) older.add(node.prop.replace(/^-(webkit|moz)-/, ''))
        else if (!older.has(node.prop)) faults.push(...newer)
      } else if (node.type === 'rule') {
        faults.push(...newerInSelector(node.selector))
        walk(node)
      } else if (node.type === 'atrule' && node.name !== 'supports') {
        faults.push(...newerInAtRule(node))
        if (node.nodes) walk(node)
      }
    })
  }
  walk(parse(css))
  return faults
}

const filesOf = (extension: string) => globSync(`**/*.${extension}`, { cwd: CLIENT })

describe('the built client', () => {
  it('calls no newer built-in and uses no newer syntax', () => {
    const newer = newerBuiltins()
    const faults = filesOf('js').flatMap((file) =>
      newerIn(readFileSync(join(CLIENT, file), 'utf8'), newer).map((name) => `${name} in ${file}`),
    )
    expect(faults.filter((use) => !GUARDED.some((guarded) => use.startsWith(`${guarded} `)))).toEqual([])
  })

  it('declares an older style before each newer one', () => {
    const faults = filesOf('css').flatMap((file) =>
      newerInStyles(readFileSync(join(CLIENT, file), 'utf8')).map((name) => `${name} in ${file}`),
    )
    expect(faults.filter((use) => !HARMLESS.some(([pattern]) => pattern.test(use)))).toEqual([])
  })

  it('is checked for newer built-ins, methods and syntax', () => {
    const script = `
      Map.groupBy(a, b); Object.groupBy(a, b); a.toSorted(); a.map(b); Iterator.from(a);
      a.values().map(b); Object.values(a).map(b); a.toArray(); a.symmetricDifference(b); Array.fromAsync(a);
      Promise.withResolvers(); Promise.try(a); /(?<=a)b/; class A { static { f() } }`
    expect(newerIn(script, newerBuiltins())).toEqual([
      'Map.groupBy',
      'Object.groupBy',
      '.toSorted()',
      'Iterator.from',
      'iterator.map()',
      '.toArray()',
      '.symmetricDifference()',
      'Array.fromAsync',
      'Promise.withResolvers',
      'Promise.try',
      'lookbehind /(?<=a)b/',
      'static block',
    ])
  })

  it('is checked for newer styles without an older style before them', () => {
    const css = `a { height: 100vh; height: 100dvh } b { height: 100dvh } p:has(b) { color: oklch(1 0 0) }
      @supports (height: 1dvh) { i { height: 100dvh } } i { top: calc(1lh + 1rem); b & { color: red } }
      @media (scripting: none) { i { inset: 0 } } @starting-style { i { color: light-dark(red, blue) } }
      dl { --screen: 100dvh; grid-template-rows: subgrid; user-select: none; -webkit-user-select: none }
      dt { -webkit-user-select: none; user-select: none; background: color-mix(in srgb, red, blue) }`
    expect(newerInStyles(css)).toEqual([
      'dvh',
      ':has',
      'oklch',
      'lh',
      'nesting',
      'scripting',
      '@starting-style',
      'light-dark',
      'dvh',
      'grid-template-rows: subgrid',
      'user-select',
      'color-mix',
    ])
  })
})
