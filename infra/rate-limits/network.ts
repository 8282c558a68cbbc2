import type { Client } from '#shop/ctx.ts'
import { deviceName } from '#shop/customers/device.ts'

/** An IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns an IPv4 address, or the /64 network of an IPv6 address, since a visitor can use any address in a /64. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const gap = address.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0
  const groups = [...first, ...Array<string>(gap).fill('0'), ...last]
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the IPv4 /24 or IPv6 /48, which belongs to one customer or place. Other values stay unchanged. */
export function widerNetworkOf(network: string): string {
  const [, three] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network) ?? []
  if (three) return `${three}.0/24`
  const [, groups] = /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? []
  return groups ? `${groups}::/48` : network
}

/** Returns network and device as the audit log stores them. */
export function clientOf(headers: Headers): Client {
  return {
    network: networkOf(headers.get('x-real-ip') ?? ''),
    device: deviceName(headers.get('user-agent') ?? ''),
  }
}

/** Returns the IPv4 address of '::ffff:a62:1', another spelling of '::ffff:10.98.0.1'. */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.length !== 8 || groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
}
