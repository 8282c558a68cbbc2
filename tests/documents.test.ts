import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
)

it.each([
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
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

it('the document on security names tests', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([^`\s]+\.(?:test|spec)\.ts)`/g)]
  expect(named.length).toBeGreaterThan(30)
  // A name without a folder follows one with its folder.
  const alone = named.map(([, name = '']) => name).filter((name) => !name.includes('/'))
  expect(
    alone.filter((name) => globSync(`{api,app,infra,server,shop,tests}/**/${name}`).length === 0),
  ).toEqual([])
})
