import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's packages, with a program of each. */
const PACKAGES: Record<string, string> = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  'nginx-light': 'nginx',
}
const POSTGRES = '/usr/lib/postgresql'
/** Where the packages put their programs. */
export const PATH = '/usr/bin:/bin:/usr/sbin:/sbin'

/** The programs of the newest installed PostgreSQL server; null when there is none. */
export function postgresPrograms(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(POSTGRES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null
}

/** The Debian packages that the cluster needs and this machine lacks. */
export function missingPackages(): string[] {
  const missing = Object.keys(PACKAGES).filter((name) => !hasProgram(PACKAGES[name] ?? ''))
  return postgresPrograms() ? missing : ['postgresql', ...missing]
}

/** The installed version of each program, as it says itself, for the report. */
export function versions(): string {
  const said = [
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
  return said.join(', ')
}

function hasProgram(name: string): boolean {
  return PATH.split(':').some((folder) => existsSync(join(folder, name)))
}
