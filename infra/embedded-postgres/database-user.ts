import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

export type DatabaseUser = { name: string; uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Returns the user postgres or nobody. Throws if neither exists. */
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

/** Options to run a process as the database user, without our secrets and PG* settings. TZ makes initdb faster. */
export function spawnOptions(user: DatabaseUser | undefined) {
  const options = {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv,
  }
  // Node expects signed ids: macOS's nobody is -2, also written 4294967294.
  return user ? { ...options, uid: user.uid | 0, gid: user.gid | 0 } : options
}

/** True if the user can enter the directory. Tries it, because ACLs and mounts count as well as modes. */
export function canEnter(user: DatabaseUser | undefined, directory: string): boolean {
  const { error, status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], spawnOptions(user))
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
