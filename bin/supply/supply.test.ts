import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cyclonedx } from '#bin/supply/cyclonedx.ts'
import { dueAt, findVulnerabilities, parseAdvisories, type Vulnerability } from '#bin/supply/holes.ts'
import { isAllowed } from '#bin/supply/licence-rules.ts'
import { lockedPackages, packagesIn } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

// Invented packages and entries in the formats of the two sources.
const OSV = {
  id: 'GHSA-test-0001',
  summary: 'A made-up hole',
  database_specific: { severity: 'HIGH' },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'leaky' },
      ranges: [
        {
          type: 'SEMVER',
          events: [{ introduced: '2.0.0' }, { fixed: '2.3.1' }, { introduced: '0' }, { fixed: '1.4.0' }],
        },
      ],
    },
    { package: { ecosystem: 'PyPI', name: 'leaky' }, versions: ['3.0.0'] },
    { package: { ecosystem: 'npm', name: '@scope/part' }, versions: ['1.0.5'] },
    {
      package: { ecosystem: 'npm', name: 'never-fixed' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { last_affected: '1.9.0' }] }],
    },
  ],
}
const GITHUB = {
  ghsa_id: 'GHSA-test-0002',
  summary: 'Another',
  severity: 'medium',
  vulnerabilities: [
    { package: { ecosystem: 'npm', name: 'leaky' }, vulnerable_version_range: '>= 3.0.0, < 3.0.2' },
    { package: { ecosystem: 'rubygems', name: 'leaky' }, vulnerable_version_range: '>= 0' },
  ],
}

const idsAt = (vulnerabilities: Vulnerability[], name: string, version: string) =>
  vulnerabilities.filter(({ packageName, isIn }) => packageName === name && isIn(version)).map(({ id }) => id)

describe('known vulnerabilities', () => {
  const vulnerabilities = parseAdvisories([OSV, GITHUB])

  it.each([
    ['leaky', '0.0.1', ['GHSA-test-0001']],
    ['leaky', '1.3.9', ['GHSA-test-0001']],
    ['leaky', '1.4.0', []],
    ['leaky', '1.9.9', []],
    ['leaky', '2.0.0', ['GHSA-test-0001']],
    ['leaky', '2.3.1-rc.1', ['GHSA-test-0001']],
    ['leaky', '2.3.1', []],
    ['leaky', '3.0.0', ['GHSA-test-0002']],
    ['leaky', '3.0.1', ['GHSA-test-0002']],
    ['leaky', '3.0.2', []],
    ['@scope/part', '1.0.5', ['GHSA-test-0001']],
    ['@scope/part', '1.0.6', []],
    ['never-fixed', '1.9.0', ['GHSA-test-0001']],
    ['never-fixed', '1.9.1', []],
  ])('of %s %s are %j', (name, version, ids) => {
    expect(idsAt(vulnerabilities, name, version)).toEqual(ids)
  })

  it('are found in a lock file, also in nested packages; those of production come first', () => {
    const lock = {
      packages: {
        '': { version: '1.0.0', dependencies: { other: '1', renamed: '1' }, devDependencies: { leaky: '2' } },
        'node_modules/leaky': { version: '2.0.0', dev: true },
        'node_modules/other': { version: '1.0.0', dependencies: { leaky: '3' } },
        'node_modules/other/node_modules/leaky': { version: '3.0.1' },
        'node_modules/renamed': { name: '@scope/part', version: '1.0.5' },
      },
    }
    const found = findVulnerabilities(packagesIn(JSON.stringify(lock)), vulnerabilities)
    expect(found.map(({ locked, vulnerability }) => [locked.path, locked.isDev, vulnerability.id])).toEqual([
      ['node_modules/other/node_modules/leaky', false, 'GHSA-test-0002'],
      ['node_modules/renamed', false, 'GHSA-test-0001'],
      ['node_modules/leaky', true, 'GHSA-test-0001'],
    ])
  })

  it.each([
    ['CRITICAL', '2026-03-08'],
    ['HIGH', '2026-03-15'],
    ['MODERATE', '2026-03-31'],
    ['LOW', '2026-05-30'],
    ['anything', '2026-03-15'],
  ])('must be fixed by a date that depends on the severity: %s', (severity, day) => {
    const published = '2026-03-01T00:00:00Z'
    const due = (entry: object) =>
      parseAdvisories(entry).map((vulnerability) => dueAt(vulnerability).toISOString().slice(0, 10))
    expect(due({ ...GITHUB, severity: severity.toLowerCase(), published_at: published })).toEqual([day])
    const osv = { ...OSV, published, database_specific: { severity } }
    expect(new Set(due(osv))).toEqual(new Set([day]))
    // Without a publication date, the fix is due at once.
    expect(due({ ...GITHUB, severity: severity.toLowerCase() })).toEqual(['1970-01-01'])
  })

  it('do not include withdrawn entries, and a file of another format is refused', () => {
    expect(parseAdvisories({ ...OSV, withdrawn: '2026-01-01T00:00:00Z' })).toEqual([])
    expect(parseAdvisories({ ...GITHUB, withdrawn_at: '2026-01-01T00:00:00Z' })).toEqual([])
    for (const other of [{}, [1], { vulnerabilities: {} }])
      expect(() => parseAdvisories(other)).toThrow('Not an advisory')
  })
})

describe('the SBOM', () => {
  const lock = readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')
  const serial = '00000000-0000-4000-8000-000000000000'
  const { components, dependencies, metadata } = cyclonedx(lock, { serial, now: new Date(0) })
  const findComponent = (name: string) => components.find((component) => component.name === name)

  it('lists production packages with licence and hash, and no tools', () => {
    expect(findComponent('react')).toMatchObject({
      scope: 'required',
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(findComponent('react')?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
    expect(findComponent('@hono/node-server')?.purl).toMatch(/^pkg:npm\/%40hono\/node-server@\d/)
    for (const tool of ['vite', 'vitest', 'typescript', '@biomejs/biome'])
      expect(findComponent(tool)).toBeUndefined()
  })

  it('lists the dependencies of each package once', () => {
    const refs = new Set([
      metadata.component['bom-ref'],
      ...components.map((component) => component['bom-ref']),
    ])
    expect(refs.size).toBe(components.length + 1)
    expect(new Set(dependencies.map(({ ref }) => ref))).toEqual(refs)
    for (const { dependsOn } of dependencies)
      for (const dependency of dependsOn) expect(refs).toContain(dependency)
  })
})

describe('licences', () => {
  it.each([
    'MIT',
    '(MIT OR GPL-3.0-only)',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'GPL-2.0-only OR ISC',
  ])('%s is allowed', (licence) => {
    expect(isAllowed(licence)).toBe(true)
  })

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-3.0-only',
    'unknown',
    '',
    'SEE LICENSE IN FILE',
    '(A OR (MIT))',
  ])('%s is not allowed', (licence) => {
    expect(isAllowed(licence)).toBe(false)
  })

  // `npm run licences` also checks packages whose licence only their manifest names.
  it('that the lock file names are allowed', () => {
    const licences = lockedPackages(PROJECT_ROOT).flatMap(({ licence }) => licence ?? [])
    expect(licences.length).toBeGreaterThan(500)
    expect(licences.filter((licence) => !isAllowed(licence))).toEqual([])
  })
})
