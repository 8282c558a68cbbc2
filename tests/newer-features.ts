/** The built-ins and styles that one of the oldest supported browsers lacks, according to MDN's data. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { SUPPORTED_BROWSERS } from '#bin/supported-browsers.ts'

const data = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
export const compat: CompatData = JSON.parse(readFileSync(data, 'utf8'))
const BUILTINS = (compat.javascript?.builtins ?? {}) as Record<string, Identifier>

export function isNewer(statement: CompatStatement | undefined): boolean {
  if (!statement) return false
  return Object.entries(SUPPORTED_BROWSERS).some(([browser, oldest]) => {
    const entries = [statement.support[browser as keyof typeof SUPPORTED_BROWSERS]].flat()
    return !entries.some((support) => {
      const added = Number.parseFloat(String(support?.version_added).replace('≤', ''))
      return added <= oldest && !support?.flags && !support?.prefix && !support?.alternative_name
    })
  })
}

export type Newer = { globals: Set<string>; statics: Set<string>; methods: Set<string> }

/**
 * Returns the built-ins that a supported browser lacks. Leaves out methods that an older built-in also has,
 * such as `map`.
 */
export function newerBuiltins(): Newer {
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

/** Returns the same built-ins as paths, such as 'Array.prototype.toSorted', for a script that deletes them. */
export function newerPaths(): string[] {
  return Object.entries(BUILTINS).flatMap(([owner, group]) => {
    const members = Object.entries<Identifier>(group as Record<string, Identifier>)
      .filter(
        ([name, { __compat }]) => /^\w+$/.test(name) && !name.startsWith('__') && name !== owner && __compat,
      )
      .filter(([, member]) => isNewer(group.__compat) || isNewer(member.__compat))
      .flatMap(([name]) => [`${owner}.${name}`, `${owner}.prototype.${name}`])
    // `Iterator` became a global together with its methods.
    const isMissing = isNewer(group.__compat) || isNewer((group[owner] as Identifier | undefined)?.__compat)
    return isMissing ? [...members, owner] : members
  })
}
