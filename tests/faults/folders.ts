import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0

const folders: string[] = []

/** Creates a temporary directory that every user can enter. */
export function makeOpenFolder(): string {
  return makeFolder(0o755)
}

/** Creates a temporary directory that only this user can enter, like root's home. */
export function makePrivateFolder(): string {
  return makeFolder(0o700)
}

/** Makes `removeFolders` also remove this directory, which a program created. */
export function removeLater(directory: string): void {
  folders.push(directory)
}

/** Removes all directories of this module. */
export function removeFolders(): void {
  for (const directory of folders.splice(0)) rmSync(directory, { recursive: true, force: true })
}

function makeFolder(mode: number): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'faults-')))
  chmodSync(directory, mode)
  folders.push(directory)
  return directory
}
