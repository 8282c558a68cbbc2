import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#infra/database/open.ts'
import { isRoot, spawnedAs, unprivilegedUser } from '#infra/embedded-postgres/database-user.ts'
import { findEngine } from '#infra/embedded-postgres/engine.ts'
import { freePort } from '#tests/shop-program.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'tls-database-'))
const user = isRoot() ? unprivilegedUser() : undefined
const cluster = join(folder, 'postgres')
const at = (name: string) => join(folder, name)

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Files `<name>.crt` and `<name>.key` of a certificate authority. */
function authority(name: string): void {
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  )
}

/** The same of a certificate for this name, signed by an authority. */
function certificate(name: string, { of, by }: { of: string; by: string }): void {
  writeFileSync(at(`${name}.ext`), `subjectAltName=DNS:${of}\n`)
  openssl('req', ...KEY, '-subj', `/CN=${of}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  const signed = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial', '-extfile', `${name}.ext`]
  openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-days', '2', '-out', `${name}.crt`)
}

const port = await freePort()
let server: ReturnType<typeof spawn> | null = null

function urlWith(files: Record<string, string>): string {
  const query = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: at('ca.crt'), ...files })
  return `postgres://shop@localhost:${port}/postgres?${query}`
}

const client = (name: string) => ({ sslcert: at(`${name}.crt`), sslkey: at(`${name}.key`) })

/** How the database knows a connection of the shop's own pool. */
async function certificateSeen(url: string): Promise<{ version: string; name: string; serial: string }> {
  const { db, close } = openDatabase({ url, poolSize: 1, onError: () => {} })
  try {
    const { rows } = await sql<{ version: string; name: string; serial: string }>`
      select version, client_dn as name, client_serial::text as serial from pg_stat_ssl where pid = pg_backend_pid()`.execute(
      db,
    )
    return rows[0] ?? { version: '', name: '', serial: '' }
  } finally {
    await close()
  }
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  authority('ca')
  authority('other')
  certificate('server', { of: 'localhost', by: 'ca' })
  certificate('shop', { of: 'shop', by: 'ca' })
  certificate('renewed', { of: 'shop', by: 'ca' })
  certificate('stranger', { of: 'shop', by: 'other' })
  certificate('person', { of: 'somebody', by: 'ca' })
  chmodSync(at('server.key'), 0o600)
  if (user) for (const path of [folder, at('server.key')]) chownSync(path, user.uid, user.gid)
  const { bin } = findEngine({ cluster, home: folder, user }, () => {})
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'shop', '-A', 'trust', '-N', '--locale=C'], {
    ...spawnedAs(user),
    stdio: 'ignore',
  })
  // Over the network nothing but a certificate counts.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 cert\n')
  const settings = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    ssl: 'on',
    ssl_ca_file: at('ca.crt'),
    ssl_cert_file: at('server.crt'),
    ssl_key_file: at('server.key'),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  server = spawn(join(bin, 'postgres'), ['-D', cluster, ...args], { ...spawnedAs(user), stdio: 'ignore' })
  await vi.waitFor(() => certificateSeen(urlWith(client('shop'))), PATIENCE)
}, 120_000)

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('a database that knows the shop by its certificate', () => {
  it('lets it in, encrypted, without a password', async () => {
    expect(await certificateSeen(urlWith(client('shop')))).toMatchObject({
      version: expect.stringMatching(/^TLSv1\.[23]$/),
      name: '/CN=shop',
    })
  })

  it('takes a renewed certificate with the next connection, from the same files', async () => {
    const earlier = await certificateSeen(urlWith(client('shop')))
    const { db, pool, close } = openDatabase({
      url: urlWith({ sslcert: at('used.crt'), sslkey: at('used.key') }),
      poolSize: 1,
      onError: () => {},
    })
    const serial = async () => {
      const { rows } = await sql<{ serial: string }>`select client_serial::text as serial from pg_stat_ssl
        where pid = pg_backend_pid()`.execute(db)
      return rows[0]?.serial
    }
    const use = (name: string) => {
      copyFileSync(at(`${name}.crt`), at('used.crt'))
      copyFileSync(at(`${name}.key`), at('used.key'))
    }
    use('shop')
    expect(await serial()).toBe(earlier.serial)
    use('renewed')
    const connection = await pool.connect()
    connection.release(true)
    expect(await serial()).not.toBe(earlier.serial)
    await close()
  })

  it.each([
    ['no certificate', () => urlWith({})],
    ['one of another authority', () => urlWith(client('stranger'))],
    ['one of another name', () => urlWith(client('person'))],
    ['no encryption', () => `postgres://shop@localhost:${port}/postgres?sslmode=disable`],
  ])('keeps out who has %s', async (_, url) => {
    await expect(certificateSeen(url())).rejects.toThrow()
  })

  it('is not trusted itself under a certificate of another authority', async () => {
    await expect(
      certificateSeen(urlWith({ ...client('shop'), sslrootcert: at('other.crt') })),
    ).rejects.toThrow(/certificate|self.signed|issuer/i)
  })
})
