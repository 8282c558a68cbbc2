import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECRET_SETTINGS } from '#infra/config/parsers.ts'
import { ALGORITHMS } from '#infra/keys/algorithms.ts'
import { PURPOSES } from '#infra/keys/key-ring.ts'
import { SLOW_HASHES } from '#shop/slow-hash.ts'

const FOLDERS = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
)

it.each([
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'lab/README.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/security.md',
  'docs/operations.md',
  ...globSync('docs/decisions/*.md'),
])('every file that %s names exists', (document) => {
  const quoted = [...readFileSync(document, 'utf8').matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
  const files = quoted.filter(
    (name) => FOLDERS.includes(name.split('/', 1)[0] ?? '') && name.includes('/') && !name.includes('<'),
  )
  expect(files.filter((name) => globSync(name).length === 0)).toEqual([])
})

it('every test that docs/security.md names exists', () => {
  const matches = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([^`\s]+\.(?:test|spec)\.ts)`/g)]
  expect(matches.length).toBeGreaterThan(30)
  // The test above checks names with a folder. A name without a folder may be in any of these folders.
  const bareNames = matches.map(([, name = '']) => name).filter((name) => !name.includes('/'))
  expect(
    bareNames.filter((name) => globSync(`{api,app,infra,server,shop,tests}/**/${name}`).length === 0),
  ).toEqual([])
})

/** Returns the part of a document below a heading of the second level. */
function section(document: string, heading: string): string {
  const [, text = ''] = readFileSync(document, 'utf8').split(`\n## ${heading}\n`)
  return text.split('\n## ', 1)[0] ?? ''
}

const CERTIFICATES = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'sslrootcert', 'sslcert', 'sslkey']

it('the cryptographic inventory lists every key, algorithm, secret and certificate', () => {
  const inventory = section('docs/security.md', 'Keys, algorithms and connections')
  const isListed = (name: string) => inventory.includes(`\`${name}\``)
  const names = [...Object.values(PURPOSES), ...SECRET_SETTINGS, ...CERTIFICATES]
  expect(names.filter((name) => !isListed(name))).toEqual([])
  expect(ALGORITHMS.map(({ name }) => name)).toEqual(['A256GCM'])
  expect(inventory).toContain('AES-256-GCM')
  expect(SLOW_HASHES.map(({ name }) => name)).toEqual(['scrypt-14-8-5'])
  expect(inventory).toContain('scrypt (N 2^14, r 8, p 5)')
})

const PHASES = ['Generation', 'Storage', 'Use', 'Rotation', 'Revocation', 'Compromise']

it('every secret and certificate has a documented lifecycle', () => {
  const lifecycle = section('docs/operations.md', 'Lifecycle of keys')
  const names = [...SECRET_SETTINGS, ...CERTIFICATES.filter((name) => name !== 'sslrootcert')]
  expect(names.filter((name) => !lifecycle.includes(`\`${name}\``))).toEqual([])
  const [, ...keys] = lifecycle.split('\n### ')
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(PHASES.filter((phase) => !key.includes(`\n- ${phase}: `))).toEqual([])
})
