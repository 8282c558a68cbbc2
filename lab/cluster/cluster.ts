import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import { type DatabaseUser, isRoot, unprivilegedUser } from '#infra/embedded-postgres/database-user.ts'
import { FOLDER_PREFIX, forgetOwner, noteOwner, removeLeftovers } from '#lab/cluster/leftovers.ts'
import { createMachine, type Machine } from '#lab/cluster/machine.ts'
import { createNetwork, MACHINES, type Network } from '#lab/cluster/network.ts'
import { postgresPrograms } from '#lab/cluster/packages.ts'
import { type Program, startProgram } from '#lab/cluster/program.ts'
import { fillIn } from '#lab/cluster/templates.ts'

/** A member as Patroni describes it. `state` is running, streaming, starting, stopped …; `lag` is in bytes. */
export type Member = {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | 'unknown'
}

/** Three simulated machines that run one shop. */
export type Cluster = {
  /** The URL of nginx. */
  url: string
  dir: string
  /** Signs the shop's sessions. */
  authSecret: string
  network: Network
  machines: Machine[]
  /** The URL of the primary through the machine's own proxy. */
  databaseUrl(machine?: Machine): string
  /** The URL of one machine's database, whatever its role. */
  directUrl(machine: Machine): string
  /** Like `directUrl`, as superuser. */
  adminUrl(machine: Machine): string
  members(): Promise<Member[]>
  /** The machine with the primary. Throws without one. */
  primary(): Promise<Machine>
  /** Waits for a primary; returns its URL as superuser. */
  primaryUrl(): Promise<string>
  /** The machines with standbys, the synchronous one first. */
  standbys(): Promise<Machine[]>
  /** Polls until the condition holds. Throws after two minutes with the condition's name. */
  waitUntil(what: string, condition: () => Promise<boolean>): Promise<void>
  /** Resolves when primary, synchronous standby, other standby and three shops run. */
  waitUntilComplete(): Promise<void>
  /** Switches the primary over, as before maintenance. */
  switchover(from: Machine, to: Machine): Promise<void>
  /** A full backup of the primary by pgBackRest. */
  backUp(): Promise<void>
  /** Runs pgBackRest on a machine. Throws when it fails. */
  backrest(machine: Machine, ...args: string[]): Promise<void>
  nginx: { start(): void; stop(): Promise<void>; kill(): Promise<void> }
  stop(): Promise<void>
}

type Options = {
  say: (line: string) => void
  /** Prepares the empty database at the primary's URL. */
  prepare: (databaseUrl: string) => Promise<void>
  /** Further settings of the shop's processes. `front`: the address that all machines reach. */
  settings: (front: string) => Record<string, string> | Promise<Record<string, string>>
  /** Keeps the folder after the stop. */
  keep?: boolean
  /** Each machine's files are on a disk of this many megabytes in memory, which can be filled. Needs root. */
  diskMegabytes?: number
  /** Called before anything runs. `stop` stops everything that has started. */
  onStop?: (stop: () => Promise<void>) => void
}

const PORT = 8080
const TIMEOUT_MS = 120_000
const POLL_MS = 250

/** Starts everything in a new folder. Resolves when the shop responds. If a step fails, stops what has started. */
export async function startCluster(options: Options): Promise<Cluster> {
  const user = isRoot() ? unprivilegedUser() : undefined
  for (const removed of removeLeftovers()) options.say(`Removed ${removed}, left by a killed run`)
  const dir = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  chmodSync(dir, 0o755)
  const network = createNetwork()
  noteOwner(dir, network.number)
  const cluster = await build(options, dir, network, user)
  options.onStop?.(cluster.stop)
  try {
    await cluster.begin()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}

async function build(
  { say, prepare, settings, keep, diskMegabytes }: Options,
  dir: string,
  network: Network,
  user: DatabaseUser | undefined,
) {
  const front = network.addressOf(0)
  const url = `http://${front}:${PORT}`
  const repository = folder(join(dir, 'backups'), user)
  const bucket = new S3rver({
    port: 9000,
    address: front,
    silent: true,
    directory: join(dir, 'bucket'),
    configureBuckets: [{ name: 'shop' }],
  })
  const secret = () => randomBytes(18).toString('base64url')
  const authSecret = secret() + secret()
  const passwords = { shop: secret(), superuser: secret(), replication: secret() }
  const values = {
    NETWORK: network.range,
    BIN: postgresPrograms() ?? '',
    REPOSITORY: repository,
    SHARED_BUFFERS: '32MB',
    SHOP_PASSWORD: passwords.shop,
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    ...Object.fromEntries(MACHINES.map((number) => [`ADDRESS_${number}`, network.addressOf(number)])),
  }
  const urlAt = (address: string, port: number) => `postgres://shop:${passwords.shop}@${address}:${port}/shop`
  const commonSettings = {
    AUTH_SECRET: authSecret,
    ORIGIN: url,
    PORT: '3000',
    TRUST_PROXY: 'on',
    // All connections stay on this machine.
    PLAIN_HOSTS: [front, ...MACHINES.map((number) => network.addressOf(number))].join(','),
    FILES_S3_BUCKET: 'shop',
    FILES_S3_REGION: 'ap-south-1',
    FILES_S3_ENDPOINT: `http://${front}:9000`,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...(await settings(front)),
  }
  const machines = MACHINES.map((number) => {
    const address = network.addressOf(number)
    const place = join(dir, `m${number}`)
    mkdirSync(place)
    if (diskMegabytes) mount('-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', place)
    const shop = {
      ...commonSettings,
      HOST: address,
      DATABASE_URL: urlAt(address, 6432),
      DATABASE_SESSION_URL: urlAt(address, 5000),
      DATABASE_REPLICA_URL: urlAt(address, 5001),
    }
    return createMachine({
      number,
      address,
      dir: place,
      prefix: network.prefixFor(number),
      user,
      values,
      shop,
    })
  })
  const [first] = machines as [Machine]
  let proxy: Program | null = null
  const room = folder(join(dir, 'front'), user)
  for (const name of ['run', 'tmp', 'log']) folder(join(room, name), user)
  const nginxFile = join(room, 'nginx.conf')
  writeFileSync(nginxFile, fillIn('nginx.conf', { ...values, DIR: room, ADDRESS: front, PORT: `${PORT}` }))
  const nginx = {
    start() {
      const command = ['nginx', '-e', join(room, 'log', 'nginx.log'), '-c', nginxFile, '-g', 'daemon off;']
      proxy = startProgram({ command, prefix: [], user, log: join(room, 'log', 'nginx.out') })
    },
    stop: async () => proxy?.end('SIGTERM'),
    // nginx's worker outlives it, so kill the whole session.
    async kill() {
      if (proxy?.isRunning()) process.kill(-proxy.pid, 'SIGKILL')
      await proxy?.end('SIGKILL')
    },
  }

  const members = async (): Promise<Member[]> => {
    const responses = machines.map(async ({ address }) => {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
      const { members: list }: { members: Member[] } = await response.json()
      return list
    })
    return await Promise.any(responses).catch(() => [])
  }
  /** Returns the machine that reports itself as primary, since the list of members may be stale. */
  const primary = async () => {
    const responses = machines.map(async (machine) => {
      const options = { signal: AbortSignal.timeout(2_000) }
      const { ok } = await fetch(`http://${machine.address}:8008/primary`, options)
      return ok ? machine : Promise.reject(new Error(machine.name))
    })
    return await Promise.any(responses)
  }
  const machineOf = ({ name }: Member) => machines.find((machine) => machine.name === name) as Machine
  const isComplete = async () => {
    const list = await members()
    const isUp = (role: string) => list.filter((member) => member.role === role && isServing(member)).length
    const timelines = new Set(list.map(({ timeline }) => timeline))
    if (isUp('leader') !== 1 || isUp('sync_standby') !== 1 || isUp('replica') !== 1 || timelines.size !== 1)
      return false
    await primary()
    const ready = machines.map(async ({ address }) => (await fetch(`http://${address}:3000/readyz`)).ok)
    ready.push(fetch(`${url}/healthz`).then(({ ok }) => ok))
    return (await Promise.all(ready)).every(Boolean)
  }
  const backrest = (machine: Machine, ...args: string[]) =>
    machine.run(['pgbackrest', `--config=${machine.dir}/pgbackrest.conf`, '--stanza=shop', ...args])
  const cluster = {
    ...{ url, dir, authSecret, network, machines, members, primary, nginx },
    databaseUrl: (machine: Machine = first) => urlAt(machine.address, 5000),
    directUrl: ({ address }: Machine) => urlAt(address, 5432),
    adminUrl: ({ address }: Machine) => `postgres://postgres:${passwords.superuser}@${address}:5432/shop`,
    async primaryUrl() {
      await waitUntil('a primary is elected', () => primary().then(() => true))
      return cluster.adminUrl(await primary())
    },
    async standbys() {
      const list = (await members()).filter(({ role }) => role !== 'leader')
      return list.toSorted((a, b) => b.role.localeCompare(a.role)).map(machineOf)
    },
    waitUntil,
    waitUntilComplete: () => waitUntil('the cluster is complete', isComplete),
    async switchover(from: Machine, to: Machine) {
      const response = await fetch(`http://${from.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      })
      if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
    },
    backUp: async () => backrest(await primary(), '--type=full', 'backup'),
    backrest,
    /** In order: etcd, databases, proxies, schema, shops, nginx. */
    async begin() {
      await bucket.run()
      for (const machine of machines) machine.start('etcd', 'patroni', 'haproxy', 'pgbouncer')
      say('Starting three PostgreSQL under Patroni and etcd')
      await waitUntil('a primary and two standbys run', async () => {
        const list = await members()
        return list.length === 3 && list.every(isServing) && list.some(({ role }) => role === 'sync_standby')
      })
      await backrest(await primary(), 'stanza-create')
      say('Preparing the database')
      await waitUntil('the proxy finds the primary', () =>
        prepare(urlAt(first.address, 5000)).then(() => true),
      )
      say('Starting three shops and nginx')
      for (const machine of machines) machine.start('shop')
      nginx.start()
      await cluster.waitUntilComplete()
    },
    async stop() {
      await nginx.stop()
      await Promise.all(machines.map((machine) => machine.stop('shop', 'pgbouncer', 'haproxy', 'patroni')))
      await Promise.all(machines.map((machine) => machine.stop('etcd')))
      for (const machine of machines) await machine.kill()
      await bucket.close()
      network.remove()
      if (diskMegabytes) for (const machine of machines) spawnSync('umount', [machine.dir])
      if (keep) forgetOwner(dir)
      else rmSync(dir, { recursive: true, force: true })
    },
  }
  return cluster
}

function isServing({ state }: Member): boolean {
  return state === 'running' || state === 'streaming'
}

/** Polls until the condition holds. Throws after two minutes with the condition's name and the last error. */
async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  let last: unknown
  for (;;) {
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    if (performance.now() > deadline) throw new Error(`timed out: ${what}`, { cause: last })
    await pause(POLL_MS)
  }
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr.trim()}`)
}

/** Creates a folder that belongs to the user who runs the cluster. */
function folder(path: string, user: DatabaseUser | undefined): string {
  mkdirSync(path, { recursive: true })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}
