import { lchownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { canEnter, type DatabaseUser } from '#infra/embedded-postgres/database-user.ts'

const PREFIX = 'shop-db-'
/** The shortest limit on socket paths: macOS, 104 bytes with the closing zero. */
const MAX_BYTES = 103

/**
 * Creates a private directory for the server's socket, outside the data directory, whose path may be too long for a
 * socket. Throws when no place is found.
 */
export function makeSocketDir(user: DatabaseUser | undefined): string {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (tooLong(join(parent, `${PREFIX}XXXXXX`)) || !canEnter(user, parent)) continue
    const directory = makePrivate(parent)
    if (directory && user) lchownSync(directory, user.uid, user.gid)
    if (directory) return directory
  }
  throw new Error(`No directory for the database socket: neither ${tmpdir()} (TMPDIR) nor /tmp can be used.`)
}

/** Recreates a socket directory that the server removed at its end, so that the next one has the same address. */
export function remakeSocketDir(directory: string, user: DatabaseUser | undefined): string {
  mkdirSync(directory, { mode: 0o700 })
  if (user) lchownSync(directory, user.uid, user.gid)
  return directory
}

/** Undefined where it cannot be created. */
function makePrivate(parent: string): string | undefined {
  try {
    return mkdtempSync(join(parent, PREFIX))
  } catch {
    return undefined
  }
}

/** Removes a socket directory made here; other paths, as in a damaged file, are left alone. */
export function removeSocketDir(directory: string): void {
  if (!basename(directory).startsWith(PREFIX)) return
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  rmSync(directory, { recursive: true, force: true })
}

function tooLong(directory: string): boolean {
  return Buffer.byteLength(join(directory, '.s.PGSQL.5432')) > MAX_BYTES
}
