import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeNetwork } from '#lab/cluster/network.ts'

export const FOLDER_PREFIX = 'shop-cluster-'
const OWNER_FILE = 'owner.json'

/** The process that started the cluster; `startedAt` distinguishes it from a later process with the same id. */
type Owner = { pid: number; startedAt: string; network: number | null }

/** Stores the cluster's owner in its folder, so that the next start finds the folder if the owner was killed. */
export function noteOwner(dir: string, network: number | null): void {
  const owner: Owner = { pid: process.pid, startedAt: startTimeOf(process.pid) ?? '', network }
  writeFileSync(join(dir, OWNER_FILE), JSON.stringify(owner))
}

/** Deletes the owner of a folder that is kept after the cluster has stopped. */
export function forgetOwner(dir: string): void {
  rmSync(join(dir, OWNER_FILE), { force: true })
}

/**
 * Ends the programs and removes the network, disks and folder of each cluster whose owner was killed. Returns the
 * folders. Only root can remove those of other users.
 */
export function removeLeftovers(): string[] {
  const folders = readdirSync(tmpdir())
    .filter((name) => name.startsWith(FOLDER_PREFIX))
    .map((name) => join(tmpdir(), name))
  return folders.filter((dir) => {
    const owner = ownerOf(dir)
    if (!owner || (startTimeOf(owner.pid) ?? '') === owner.startedAt) return false
    endPrograms(dir)
    for (const mounted of mountsIn(dir)) spawnSync('umount', ['--lazy', mounted])
    if (owner.network !== null) removeNetwork(owner.network)
    rmSync(dir, { recursive: true, force: true })
    return true
  })
}

function ownerOf(dir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(join(dir, OWNER_FILE), 'utf8'))
  } catch {
    return null
  }
}

/** The start of the process in ticks since boot, or null if it has ended. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name, in brackets, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Kills the cluster's programs, repeatedly, because a program may start others while it ends. */
function endPrograms(dir: string): void {
  for (let round = 0; round < 20; round += 1) {
    const pids = processes().filter((pid) => belongsTo(pid, dir))
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
  }
}

/** A shop has the folder in its environment, other programs in their command. */
function belongsTo(pid: number, dir: string): boolean {
  const settings = readOrEmpty(`/proc/${pid}/environ`).split('\0')
  const isShop = settings.some((setting) => setting.startsWith(`DATA_DIR=${dir}/`))
  return isShop || readOrEmpty(`/proc/${pid}/cmdline`).includes(`${dir}/`)
}

function processes(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}

function mountsIn(dir: string): string[] {
  const lines = readOrEmpty('/proc/mounts').split('\n')
  return lines.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${dir}/`))
}

/** The file's text; empty when the process has ended or is another user's. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
