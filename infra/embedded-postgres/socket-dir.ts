import { lchownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { canEnter, type DatabaseUser } from '#infra/embedded-postgres/database-user.ts'
import { attempt } from '#shop/kernel/result.ts'

const PREFIX = 'shop-db-'
/** macOS has the shortest limit on socket paths: 104 bytes with the closing zero. */
const MAX_BYTES = 103

/** Creates a private socket directory, since the data directory's path may be too long for a socket. */
export function makeSocketDir(user: DatabaseUser | undefined): string {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const longest = join(parent, `${PREFIX}XXXXXX`, '.s.PGSQL.5432')
    if (Buffer.byteLength(longest) > MAX_BYTES || !canEnter(user, parent)) continue
    const directory = attempt(() => mkdtempSync(join(parent, PREFIX)))
    if (directory && user) lchownSync(directory, user.uid, user.gid)
    if (directory) return directory
  }
  throw new Error(`No directory for the database socket: neither ${tmpdir()} (TMPDIR) nor /tmp can be used.`)
}

/** Recreates a socket directory, so that the next server has the same address. */
export function remakeSocketDir(directory: string, user: DatabaseUser | undefined): string {
  mkdirSync(directory, { mode: 0o700 })
  if (user) lchownSync(directory, user.uid, user.gid)
  return directory
}

/** Removes only directories named by `makeSocketDir`, because the path may come from a damaged postmaster.pid. */
export function removeSocketDir(directory: string): void {
  if (!basename(directory).startsWith(PREFIX)) return
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  rmSync(directory, { recursive: true, force: true })
}
