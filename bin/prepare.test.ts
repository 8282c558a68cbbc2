import { expect, it } from 'vitest'
// @ts-expect-error: it runs before there are packages, so it is plain JavaScript without types.
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
  // npm keeps it: `a` could use it.
  'node_modules/tool': { version: '2.0.0', devOptional: true },
  'node_modules/native': { version: '3.0.0', optional: true },
}
const RUNS = ['a', 'a/node_modules/b', 'c', 'peer'].map((name) => `node_modules/${name}`)
const TOOLS = ['node_modules/b', 'node_modules/tool']
const installed = (paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, WANTED[path as keyof typeof WANTED]]))

it('production needs what its dependencies lead to, and not what they could use', () => {
  expect([...neededInProduction(WANTED)].sort()).toEqual([...RUNS, 'node_modules/native'].sort())
})

it.each([
  ['everything', installed([...RUNS, ...TOOLS]), { needed: true, unneeded: true, removed: false }],
  ['what runs', installed(RUNS), { needed: false, unneeded: true, removed: true }],
  ['tools alone', installed(TOOLS), { needed: false, unneeded: false, removed: false }],
  [
    'an older package',
    { ...installed(RUNS), 'node_modules/c': { version: '0.9.0' } },
    { needed: false, unneeded: false, removed: false },
  ],
])('%s is complete or not', (_, packages, expected) => {
  for (const [tools, answer] of Object.entries(expected))
    expect([tools, isComplete(WANTED, packages, tools)]).toEqual([tools, answer])
})
