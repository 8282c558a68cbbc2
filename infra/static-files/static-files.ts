import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type CachedResponse, etagOf } from '#infra/page-cache/page-cache.ts'

const COMPRESSED = /\.(br|gz)$/
/** Containers may open only 1,024 files. */
const OPEN_AT_ONCE = 32

/** Loads files with their `.br` and `.gz` copies by URL path. In memory, none can vanish while the server runs. */
export async function loadStaticFiles(folder: string): Promise<Map<string, CachedResponse>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const bodies = new Map<string, Buffer>()
  const queue = files.values()
  const read = async () => {
    for (const file of queue) bodies.set(file, await readFile(file))
  }
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, read))
  const plain = files.filter((file) => !COMPRESSED.test(file))
  return new Map(
    plain.map((file) => [file.slice(folder.length).replaceAll('\\', '/'), responseOf(file, bodies)]),
  )
}

function responseOf(file: string, bodies: ReadonlyMap<string, Buffer>): CachedResponse {
  const identity = bodies.get(file) ?? Buffer.alloc(0)
  const br = bodies.get(`${file}.br`)
  const gzip = bodies.get(`${file}.gz`)
  // Built assets carry a hash in their name.
  const isImmutable = /[\\/]assets[\\/]/.test(file)
  const type = getMimeType(file) ?? 'application/octet-stream'
  const policy = isImmutable ? LOADS_NOTHING : policyOf(type)
  const headers = {
    'content-type': type,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    // Pictures of shared links and icons are shown on other sites.
    'cross-origin-resource-policy': /[\\/](share|icons)[\\/]|favicon/.test(file)
      ? 'cross-origin'
      : 'same-origin',
    ...(policy && { 'content-security-policy': policy }),
    ...(br && { vary: 'Accept-Encoding' }),
  }
  return { headers, etag: etagOf(identity), identity, br, gzip }
}

/** A short policy, since a page may load thirty built files. */
const LOADS_NOTHING = "default-src 'none'; frame-ancestors 'none'"
const CLOSED = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the policy for SVG files, and for scripts, since one may be a service worker; null for other files. */
function policyOf(type: string): string | null {
  if (type.startsWith('text/javascript')) return `default-src 'self'; ${CLOSED}`
  if (type.startsWith('image/svg')) return `default-src 'none'; style-src 'unsafe-inline'; ${CLOSED}`
  return null
}
