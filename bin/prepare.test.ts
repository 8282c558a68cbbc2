import { expect, it } from 'vitest'
// @ts-expect-error: it runs before there are packages, so it is plain JavaScript without types.
import { isComplete } from '#bin/prepare.mjs'

const WANTED = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/tool': { version: '2.0.0', dev: true },
  'node_modules/elsewhere': { version: '3.0.0', optional: true },
}
const A = { 'node_modules/a': { version: '1.0.0' } }
const TOOL = { 'node_modules/tool': { version: '2.0.0' } }

it.each([
  [
    { ...A, ...TOOL },
    { needed: true, unneeded: true, removed: false },
  ],
  [A, { needed: false, unneeded: true, removed: true }],
  [TOOL, { needed: false, unneeded: false, removed: false }],
  [{ 'node_modules/a': { version: '0.9.0' } }, { needed: false, unneeded: false, removed: false }],
])('packages %j are complete as %j', (installed, expected) => {
  for (const [tools, answer] of Object.entries(expected))
    expect([tools, isComplete(WANTED, installed, tools)]).toEqual([tools, answer])
})
