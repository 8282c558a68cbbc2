import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The required Debian packages besides `postgresql`, each with one of its programs. */
const PACKAGES: Record<string, string> = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  'nginx-light': 'nginx',
}
const POSTGRES = '/usr/lib/postgresql'
export const PATH = '/usr/bin:/bin:/usr/sbin:/sbin'

/** The folder with the programs of the newest installed PostgreSQL server, or null. */
export function postgresPrograms(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null
}

/** Throws if this machine lacks a Debian package that the cluster needs. */
export function requirePackages(): void {
  const missing = Object.keys(PACKAGES).filter((name) => !hasProgram(PACKAGES[name] ?? ''))
  if (!postgresPrograms()) missing.unshift('postgresql')
  if (missing.length > 0)
    throw new Error(
      `The cluster needs packages that are not installed: sudo apt-get install ${missing.join(' ')}`,
    )
}

/** The installed version of each program, for the report. */
export function versions(): string {
  const programs = [
    [`${postgresPrograms()}/postgres`, '--version'],
    ['patroni', '--version'],
    ['etcd', '--version'],
    ['haproxy', '-v'],
    ['pgbouncer', '--version'],
    ['pgbackrest', 'version'],
    ['nginx', '-v'],
  ].map(([program = '', option = '']) => {
    const { stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8', env: { PATH } })
    const name = program.replace(/.*\//, '')
    return `${name} ${/\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? '?'}`
  })
  return programs.join(', ')
}

function hasProgram(name: string): boolean {
  return PATH.split(':').some((folder) => existsSync(join(folder, name)))
}
