import { expect, it } from 'vitest'
import { isComplete } from '#bin/prepare.mjs'
import { neededInProduction } from '#bin/production-packages.mjs'

const WANTED = {
  '': {
    version: '1.0.0',
    dependencies: { a: '1' },
    optionalDependencies: { native: '3' },
    devDependencies: { tool: '2' },
  },
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { b: '1' },
    peerDependencies: { tool: '*', peer: '*' },
    peerDependenciesMeta: { tool: { optional: true } },
  },
  'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { c: '1' } },
  'node_modules/b': { version: '2.0.0', dev: true },
  'node_modules/c': { version: '1.0.0' },
  'node_modules/peer': { version: '1.0.0', peer: true },
  // npm installs it because `a` could use it.
  'node_modules/tool': { version: '2.0.0', devOptional: true },
  'node_modules/native': { version: '3.0.0', optional: true },
}
const RUNS = ['a', 'a/node_modules/b', 'c', 'peer'].map((name) => `node_modules/${name}`)
const TOOLS = ['node_modules/b', 'node_modules/tool']
const installedAt = (paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, WANTED[path as keyof typeof WANTED]]))

it('production needs all packages below its dependencies, without optional peers', () => {
  expect([...neededInProduction(WANTED)].sort()).toEqual([...RUNS, 'node_modules/native'].sort())
})

it.each([
  ['everything', installedAt([...RUNS, ...TOOLS]), { needed: true, unneeded: true, removed: false }],
  ['what runs', installedAt(RUNS), { needed: false, unneeded: true, removed: true }],
  ['tools alone', installedAt(TOOLS), { needed: false, unneeded: false, removed: false }],
  [
    'an older package',
    { ...installedAt(RUNS), 'node_modules/c': { version: '0.9.0' } },
    { needed: false, unneeded: false, removed: false },
  ],
])('checks whether an installation is complete: %s', (_, packages, expected) => {
  for (const [tools, answer] of Object.entries(expected))
    expect([tools, isComplete(WANTED, packages, tools)]).toEqual([tools, answer])
})
