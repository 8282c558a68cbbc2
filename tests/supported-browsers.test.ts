/** The built client uses only built-ins, syntax and CSS of the oldest supported browsers (bin/supported-browsers.ts). */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { SUPPORTED_BROWSERS } from '#bin/supported-browsers.ts'

const CLIENT = join(import.meta.dirname, '../build/client')
const data = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const compat: CompatData = JSON.parse(readFileSync(data, 'utf8'))
const BUILTINS = (compat.javascript?.builtins ?? {}) as Record<string, Identifier>

/** Uses behind a check, and methods of our own with such a name. */
const GUARDED = ['Error.captureStackTrace', '.take()', '.difference()']

function isNewer(statement: CompatStatement | undefined): boolean {
  if (!statement) return false
  return Object.entries(SUPPORTED_BROWSERS).some(([browser, oldest]) => {
    const [support] = [statement.support[browser as keyof typeof SUPPORTED_BROWSERS]].flat()
    const added = Number.parseFloat(String(support?.version_added).replace('≤', ''))
    return !(added <= oldest) || support?.flags !== undefined
  })
}

type Newer = { globals: Set<string>; statics: Set<string>; methods: Set<string> }

/** The built-ins that a supported browser lacks. A method that an older built-in has too, as `map`, cannot be told apart. */
function newerBuiltins(): Newer {
  const newer: Newer = { globals: new Set(), statics: new Set(), methods: new Set() }
  const older = new Set<string>()
  for (const [owner, group] of Object.entries(BUILTINS)) {
    if (isNewer(group.__compat)) {
      newer.globals.add(owner)
      continue
    }
    const host: unknown = Reflect.get(globalThis, owner)
    const isStatic = (name: string) =>
      typeof host === 'function' && name in host && !(name in (host.prototype ?? {}))
    for (const [name, member] of Object.entries<Identifier>(group as Record<string, Identifier>)) {
      if (name === '__compat' || !member.__compat) continue
      if (!isNewer(member.__compat)) older.add(name)
      else if (isStatic(name)) newer.statics.add(`${owner}.${name}`)
      else newer.methods.add(name)
    }
  }
  return { ...newer, methods: new Set([...newer.methods].filter((name) => !older.has(name))) }
}

type AnyNode = {
  type: string
  name?: string
  computed?: boolean
  object?: AnyNode
  property?: AnyNode
  callee?: AnyNode
  regex?: { pattern: string; flags: string }
}

/** The names of newer built-ins and syntax in a script. */
function newerIn(script: string, { globals, statics, methods }: Newer): string[] {
  const found: string[] = []
  const look = ({ type, computed, object, property, callee, regex }: AnyNode) => {
    const member = computed ? '' : (property?.name ?? '')
    const owned = `${object?.name}.${member}`
    if (type === 'MemberExpression' && statics.has(owned)) found.push(owned)
    if (type === 'MemberExpression' && globals.has(object?.name ?? '')) found.push(`${object?.name}`)
    if (type === 'NewExpression' && globals.has(callee?.name ?? '')) found.push(`new ${callee?.name}`)
    const called = type === 'CallExpression' && !callee?.computed ? (callee?.property?.name ?? '') : ''
    if (methods.has(called) && !statics.has(`${callee?.object?.name}.${called}`)) found.push(`.${called}()`)
    if (type === 'StaticBlock') found.push('static block')
    if (regex && /\(\?<[=!]/.test(regex.pattern)) found.push(`lookbehind /${regex.pattern}/`)
    if (regex && /[dv]/.test(regex.flags)) found.push(`flags of /${regex.pattern}/${regex.flags}`)
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    else if (node !== null && typeof node === 'object') {
      if ('type' in node) look(node as AnyNode)
      for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value)
    }
  }
  walk(parseAst(script))
  return found
}

const filesOf = (extension: string) => globSync(`**/*.${extension}`, { cwd: CLIENT })

describe('the client in the oldest supported browsers', () => {
  it('calls no newer built-in and uses no newer syntax', () => {
    const newer = newerBuiltins()
    const found = filesOf('js').flatMap((file) =>
      newerIn(readFileSync(join(CLIENT, file), 'utf8'), newer).map((name) => `${name} in ${file}`),
    )
    expect(found.filter((use) => !GUARDED.some((guarded) => use.startsWith(`${guarded} `)))).toEqual([])
  })

  it('finds built-ins, methods and syntax that are newer', () => {
    const script =
      'Map.groupBy(a, b); a.toSorted(); a.map(b); new Iterator(); /(?<=a)b/; class A { static { f() } }'
    expect(newerIn(script, newerBuiltins())).toEqual([
      'Map.groupBy',
      '.toSorted()',
      'lookbehind /(?<=a)b/',
      'static block',
    ])
  })
})
