import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOMS = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
)

it.each(['docs/security.md', 'docs/operations.md', 'README.md', 'SECURITY.md'])(
  'every file that %s names is there',
  (document) => {
    const quoted = [...readFileSync(document, 'utf8').matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
    const files = quoted.filter((name) => ROOMS.includes(name.split('/', 1)[0] ?? '') && name.includes('/'))
    expect(files.filter((name) => globSync(name).length === 0)).toEqual([])
  },
)

it('the document on security names tests', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([^`\s]+\.(?:test|spec)\.ts)`/g)]
  expect(named.length).toBeGreaterThan(30)
  // Some stand behind the folder of the one before.
  const alone = named.map(([, name = '']) => name).filter((name) => !name.includes('/'))
  expect(
    alone.filter((name) => globSync(`{api,app,infra,server,shop,tests}/**/${name}`).length === 0),
  ).toEqual([])
})
