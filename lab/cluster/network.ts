import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isRoot } from '#infra/embedded-postgres/database-user.ts'

/** Numbers of the machines; 0 is the front, with nginx. */
export const MACHINES = [1, 2, 3] as const
const FRONT = 254

/** The network between the machines. */
export type Network = {
  /** True if each machine is a network namespace, which can be disconnected. */
  isSeparate: boolean
  /** Part of the names of the namespaces and the bridge, or null without namespaces. */
  number: number | null
  /** All of its addresses, as CIDR. */
  range: string
  addressOf(machine: number): string
  /** Prefix that runs a command on the machine. */
  prefixFor(machine: number): string[]
  /** Disconnects or reconnects the machine: packets are lost without an error. */
  setCable(machine: number, isIn: boolean): void
  remove(): void
}

/**
 * Creates the network of three machines and the front: namespaces on one bridge for root, otherwise loopback addresses.
 */
export function createNetwork(): Network {
  const number = randomInt(1, 250)
  return canSeparate() ? namespaces(number) : loopback(number)
}

function loopback(number: number): Network {
  return {
    isSeparate: false,
    number: null,
    range: '127.0.0.0/8',
    addressOf: (machine) => `127.77.${number}.${machine || FRONT}`,
    prefixFor: () => [],
    setCable() {
      throw new Error('Only root can separate a machine from the others.')
    },
    remove() {},
  }
}

/** True for root on a kernel with network namespaces. */
function canSeparate(): boolean {
  if (!isRoot() || !existsSync('/usr/sbin/ip') || !existsSync('/usr/bin/setpriv')) return false
  const name = `shop-try-${process.pid}`
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false
  return spawnSync('ip', ['netns', 'del', name]).status === 0
}

function namespaces(start: number): Network {
  const number = freeNumber(start)
  const bridge = bridgeOf(number)
  const addressOf = (machine: number) => `10.77.${number}.${machine || FRONT}`
  const space = (machine: number) => spaceOf(number, machine)
  const cable = (machine: number) => `shopv${number}-${machine}`
  const remove = () => removeNetwork(number)
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${addressOf(0)}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const machine of MACHINES) {
      const [name, outer] = [space(machine), cable(machine)]
      ip('netns', 'add', name)
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      ip('link', 'set', outer, 'master', bridge, 'up')
      ip('-n', name, 'link', 'set', 'lo', 'up')
      ip('-n', name, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0')
      ip('-n', name, 'link', 'set', 'eth0', 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  return {
    isSeparate: true,
    number,
    range: `10.77.${number}.0/24`,
    addressOf,
    prefixFor: (machine) => (machine ? ['nsenter', `--net=/run/netns/${space(machine)}`] : []),
    // Removes the cable from the bridge, so that the machine's own interface stays up.
    setCable: (machine, isIn) =>
      ip('link', 'set', cable(machine), ...(isIn ? ['master', bridge] : ['nomaster'])),
    remove,
  }
}

const bridgeOf = (number: number) => `shopbr${number}`
const spaceOf = (number: number, machine: number) => `shop${number}-${machine}`

/** Removes the existing namespaces and bridge of this number. */
export function removeNetwork(number: number): void {
  for (const machine of MACHINES) tryIp('netns', 'del', spaceOf(number, machine))
  tryIp('link', 'del', bridgeOf(number))
}

/** Returns the first number from `start` that no other cluster on this machine uses. */
function freeNumber(start: number): number {
  let number = start
  while (existsSync(`/sys/class/net/${bridgeOf(number)}`)) number = (number % 249) + 1
  return number
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`)
}

function tryIp(...args: string[]): void {
  spawnSync('ip', args)
}
