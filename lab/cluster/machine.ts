import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canEnter, type DatabaseUser } from '#infra/embedded-postgres/database-user.ts'
import { orphanProcesses } from '#infra/embedded-postgres/running.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { PATH } from '#lab/cluster/packages.ts'
import { type Program, startProgram } from '#lab/cluster/program.ts'
import { fillIn } from '#lab/cluster/templates.ts'

/** Parts of a machine, in order of start. */
export const PARTS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'shop'] as const
export type Part = (typeof PARTS)[number]

/** One of the three machines. Patroni runs PostgreSQL. */
export type Machine = {
  name: string
  number: number
  address: string
  dir: string
  /** PostgreSQL's data directory. */
  data: string
  /** Starts parts, by default all, and restarts a part that ends by itself. */
  start(...parts: Part[]): void
  /** Stops parts gracefully, by default all, the last one first. */
  stop(...parts: Part[]): Promise<void>
  /** Sends SIGKILL to some parts, by default to everything on the machine, as a power failure would. */
  kill(...parts: Part[]): Promise<void>
  /** Sends SIGKILL to PostgreSQL alone. */
  killPostgres(): void
  /** Sends SIGSTOP or SIGCONT. */
  freeze(part: Part, isFrozen: boolean): void
  signal(part: Part, signal: NodeJS.Signals): void
  isRunning(part: Part): boolean
  /** Starts a command on the machine, as the cluster's user. */
  command(command: readonly string[], env?: Record<string, string>): Program
  /** Runs a command until it ends. Throws if it fails; the output is in the log of 'command'. */
  run(command: readonly string[], env?: Record<string, string>): Promise<void>
  logOf(part: Part | 'command'): string
}

type Options = {
  number: number
  address: string
  dir: string
  /** Prefix that runs a command on the machine. */
  prefix: readonly string[]
  user: DatabaseUser | undefined
  values: Record<string, string>
  /** Settings of the shop's process. */
  shop: Record<string, string>
}

const CONFIG = [
  'etcd.yml',
  'patroni.yml',
  'first.sql',
  'haproxy.cfg',
  'pgbouncer.ini',
  'users.txt',
  'pgbackrest.conf',
]

/** Writes the machine's files. Nothing runs yet. */
export function createMachine({ number, address, dir, prefix, user, values, shop }: Options): Machine {
  const name = `m${number}`
  const data = join(dir, 'postgres')
  const machineValues = { ...values, NAME: name, ADDRESS: address, DIR: dir, DATA: data }
  const giveToUser = (path: string) => user && chownSync(path, user.uid, user.gid)
  for (const folder of ['', 'run', 'log', 'etcd', 'shop']) {
    // etcd requires a private folder.
    mkdirSync(join(dir, folder), { recursive: true, mode: folder === 'etcd' ? 0o700 : 0o755 })
    giveToUser(join(dir, folder))
  }
  for (const file of CONFIG) {
    writeFileSync(join(dir, file), fillIn(file, machineValues), { mode: 0o600 })
    giveToUser(join(dir, file))
  }
  const file = (template: string) => join(dir, template)
  const commands: Record<Part, string[]> = {
    etcd: ['etcd', '--config-file', file('etcd.yml')],
    patroni: ['patroni', file('patroni.yml')],
    haproxy: ['haproxy', '-db', '-f', file('haproxy.cfg')],
    pgbouncer: ['pgbouncer', file('pgbouncer.ini')],
    shop: [process.execPath, ...MEMORY_OPTIONS, join(PROJECT_ROOT, 'build', 'program', 'main.js')],
  }
  const environments: Partial<Record<Part, Record<string, string>>> = {
    patroni: { PATH: `${values.BIN}:${PATH}`, LC_ALL: 'C.UTF-8' },
    shop: { ...shop, DATA_DIR: join(dir, 'shop'), MALLOC_ARENA_MAX: '2' },
  }
  const running = new Map<Part, Program>()
  const logOf = (part: Part | 'command') => join(dir, 'log', `${part}.out`)
  const startCommand = (command: readonly string[], log: string, env?: Record<string, string>, as = user) =>
    startProgram({ command, prefix, user: as, log, ...(env && { env }) })
  // The folder of the checkout may be closed to all users but root.
  const shopUser = canEnter(user, PROJECT_ROOT) ? user : undefined
  /** Parts that must run. A part that ends by itself is restarted, as by systemd. */
  const mustRun = new Set<Part>()
  const start = (part: Part) => {
    mustRun.add(part)
    if (running.get(part)?.isRunning()) return
    const as = part === 'shop' ? shopUser : user
    const program = startCommand(commands[part], logOf(part), environments[part], as)
    running.set(part, program)
    void program.ended.then(() => pause(RESTART_MS)).then(() => mustRun.has(part) && start(part))
  }
  const command = (words: readonly string[], env?: Record<string, string>) =>
    startCommand(words, logOf('command'), { PATH: `${values.BIN}:${PATH}`, ...env })
  const killPostgres = () => {
    for (const pid of orphanProcesses(data)) tryKill(pid)
  }
  return {
    ...{ name, number, address, dir, data, logOf, killPostgres },
    start: (...parts) => (parts.length > 0 ? parts : PARTS).forEach(start),
    async stop(...parts) {
      for (const part of parts.length > 0 ? parts : PARTS.toReversed()) {
        mustRun.delete(part)
        await running.get(part)?.end('SIGTERM')
      }
    },
    async kill(...parts) {
      const chosen = parts.length > 0 ? parts : PARTS
      for (const part of chosen) {
        mustRun.delete(part)
        running.get(part)?.signal('SIGKILL')
      }
      if (parts.length === 0) killPostgres()
      await Promise.all(chosen.map((part) => running.get(part)?.end('SIGKILL')))
      // PostgreSQL may have forked processes meanwhile.
      while (parts.length === 0 && orphanProcesses(data).length > 0) killPostgres()
    },
    freeze: (part, isFrozen) => running.get(part)?.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    signal: (part, signal) => running.get(part)?.signal(signal),
    isRunning: (part) => running.get(part)?.isRunning() ?? false,
    command,
    async run(words, env) {
      const code = await command(words, env).ended
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${logOf('command')}`)
    },
  }
}

const RESTART_MS = 1_000

/** The memory limits that bin/prepare.mjs sets. */
const MEMORY_OPTIONS = ['--max-semi-space-size=8', '--max-old-space-size=512']

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}
