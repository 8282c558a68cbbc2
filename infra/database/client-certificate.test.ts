import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#infra/database/open.ts'
import { isRoot, spawnOptions, unprivilegedUser } from '#infra/embedded-postgres/database-user.ts'
import { findEngine } from '#infra/embedded-postgres/engine.ts'
import { freePort } from '#tests/shop-program.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'tls-database-'))
const user = isRoot() ? unprivilegedUser() : undefined
const cluster = join(folder, 'postgres')
const pathOf = (name: string) => join(folder, name)

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Creates the files `<name>.crt` and `<name>.key` of a certificate authority. */
function createAuthority(name: string): void {
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

/** Creates `<name>.crt` and `<name>.key`: a certificate of `subject`, signed by `authority`. */
function createCertificate(
  name: string,
  { subject, authority }: { subject: string; authority: string },
): void {
  writeFileSync(pathOf(`${name}.ext`), `subjectAltName=DNS:${subject}\n`)
  openssl('req', ...KEY, '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  const signArgs = [
    '-CA',
    `${authority}.crt`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-extfile',
    `${name}.ext`,
  ]
  openssl('x509', '-req', '-in', `${name}.csr`, ...signArgs, '-days', '2', '-out', `${name}.crt`)
}

const port = await freePort()
let server: ReturnType<typeof spawn> | null = null

function urlWith(files: Record<string, string>): string {
  const query = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: pathOf('ca.crt'), ...files })
  return `postgres://shop@localhost:${port}/postgres?${query}`
}

const client = (name: string) => ({ sslcert: pathOf(`${name}.crt`), sslkey: pathOf(`${name}.key`) })

/** Returns the client certificate that the database sees on a connection of the shop's pool. */
async function clientCertificate(url: string): Promise<{ version: string; name: string; serial: string }> {
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
  createAuthority('ca')
  createAuthority('other')
  createCertificate('server', { subject: 'localhost', authority: 'ca' })
  createCertificate('shop', { subject: 'shop', authority: 'ca' })
  createCertificate('renewed', { subject: 'shop', authority: 'ca' })
  createCertificate('stranger', { subject: 'shop', authority: 'other' })
  createCertificate('person', { subject: 'somebody', authority: 'ca' })
  chmodSync(pathOf('server.key'), 0o600)
  if (user) for (const path of [folder, pathOf('server.key')]) chownSync(path, user.uid, user.gid)
  const { bin } = findEngine({ cluster, home: folder, user }, () => {})
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'shop', '-A', 'trust', '-N', '--locale=C'], {
    ...spawnOptions(user),
    stdio: 'ignore',
  })
  // Over the network, only certificates are accepted.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 cert\n')
  const settings = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    ssl: 'on',
    ssl_ca_file: pathOf('ca.crt'),
    ssl_cert_file: pathOf('server.crt'),
    ssl_key_file: pathOf('server.key'),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  server = spawn(join(bin, 'postgres'), ['-D', cluster, ...args], { ...spawnOptions(user), stdio: 'ignore' })
  await vi.waitFor(() => clientCertificate(urlWith(client('shop'))), PATIENCE)
}, 120_000)

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('a database that authenticates by client certificate', () => {
  it('accepts the shop’s certificate instead of a password, over an encrypted connection', async () => {
    expect(await clientCertificate(urlWith(client('shop')))).toMatchObject({
      version: expect.stringMatching(/^TLSv1\.[23]$/),
      name: '/CN=shop',
    })
  })

  it('gets a renewed certificate with the next connection', async () => {
    const earlier = await clientCertificate(urlWith(client('shop')))
    const { db, pool, close } = openDatabase({
      url: urlWith({ sslcert: pathOf('used.crt'), sslkey: pathOf('used.key') }),
      poolSize: 1,
      onError: () => {},
    })
    const serial = async () => {
      const { rows } = await sql<{ serial: string }>`select client_serial::text as serial from pg_stat_ssl
        where pid = pg_backend_pid()`.execute(db)
      return rows[0]?.serial
    }
    const installFiles = (name: string) => {
      copyFileSync(pathOf(`${name}.crt`), pathOf('used.crt'))
      copyFileSync(pathOf(`${name}.key`), pathOf('used.key'))
    }
    installFiles('shop')
    expect(await serial()).toBe(earlier.serial)
    installFiles('renewed')
    const connection = await pool.connect()
    connection.release(true)
    expect(await serial()).not.toBe(earlier.serial)
    await close()
  })

  it.each([
    ['no certificate', () => urlWith({})],
    ['a certificate of another authority', () => urlWith(client('stranger'))],
    ['a certificate of another name', () => urlWith(client('person'))],
    ['no encryption', () => `postgres://shop@localhost:${port}/postgres?sslmode=disable`],
  ])('refuses a client with %s', async (_, url) => {
    await expect(clientCertificate(url())).rejects.toThrow()
  })

  it('is not trusted if its own certificate is by another authority', async () => {
    await expect(
      clientCertificate(urlWith({ ...client('shop'), sslrootcert: pathOf('other.crt') })),
    ).rejects.toThrow(/certificate|self.signed|issuer/i)
  })
})
