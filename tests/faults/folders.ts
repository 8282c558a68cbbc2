import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0

const made: string[] = []

/** A new temporary directory that every user can enter. */
export function openFolder(): string {
  return folder(0o755)
}

/** A new directory that only this user can enter, like root's home. */
export function privateFolder(): string {
  return folder(0o700)
}

/** Registers a directory that a program created elsewhere, for removal. */
export function alsoRemove(directory: string): void {
  made.push(directory)
}

/** Removes all of them. */
export function removeFolders(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
}

function folder(mode: number): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'faults-')))
  chmodSync(directory, mode)
  made.push(directory)
  return directory
}
