import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

export type DatabaseUser = { name: string; uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Throws if there is no suitable user. */
export function unprivilegedUser(): DatabaseUser {
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid && gid !== undefined) return { name, uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody.',
  )
}

export function ownerOf(path: string): DatabaseUser {
  const { uid, gid } = statSync(path)
  const { stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return { name: stdout?.trim() || String(uid), uid, gid }
}

/** Options to spawn a process as the database user, without our secrets and PG* settings. TZ saves initdb a search. */
export function spawnedAs(user: DatabaseUser | undefined) {
  const options = {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv,
  }
  // Node takes signed ids: macOS's nobody is -2, also written 4294967294.
  return user ? { ...options, uid: user.uid | 0, gid: user.gid | 0 } : options
}

/** Tries to enter: modes alone are not enough (ACLs, mounts). */
export function canEnter(user: DatabaseUser | undefined, directory: string): boolean {
  const { error, status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], spawnedAs(user))
  if (error && user) {
    throw new Error(
      `PostgreSQL does not run as root, and changing to the user ${user.name} fails: ${error.message}`,
    )
  }
  return status === 0
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
