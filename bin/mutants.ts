/**
 * Mutation test: picks `if` conditions of shop/, api/ and infra/ by a seed, inverts each in place, and runs the unit,
 * use-case, access and contract tests that depend on the file. A mutant that fails no test has survived.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'

type Guard = { file: string; line: number; start: number; end: number; text: string }
type Outcome = 'killed' | 'survived' | 'timed out'

/** A mutant that makes the tests hang this long counts as noticed. */
const MAX_MS = 300_000

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})

/** Every condition of an `if` in the file, with its place in the text. */
function guardsOf(file: string): Guard[] {
  const text = readFileSync(file, 'utf8')
  const guards: Guard[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, test } = node as { type?: string; test?: { start: number; end: number } }
    if (type === 'IfStatement' && test) {
      const line = text.slice(0, test.start).split('\n').length
      guards.push({ file, line, start: test.start, end: test.end, text: text.slice(test.start, test.end) })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, text).program)
  return guards
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The first `count` of the guards in an order that depends on the seed alone. */
function choose(guards: readonly Guard[], count: number, seed: number): Guard[] {
  const random = randomFrom(seed)
  const left = [...guards]
  const chosen: Guard[] = []
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return chosen
}

/** Throws when the tests fail on unchanged code, since they would prove nothing about mutants. */
async function expectPassing(guards: readonly Guard[], databaseUrl: string): Promise<void> {
  const files = [...new Set(guards.map(({ file }) => file))]
  if ((await runRelated(files, databaseUrl)) !== 'survived')
    throw new Error('the tests fail without any mutant')
}

async function tryMutant({ file, start, end, text }: Guard, databaseUrl: string): Promise<Outcome> {
  const original = readFileSync(file, 'utf8')
  const restore = () => writeFileSync(file, original)
  process.once('exit', restore)
  try {
    writeFileSync(file, `${original.slice(0, start)}!(${text})${original.slice(end)}`)
    return await runRelated([file], databaseUrl)
  } finally {
    restore()
    process.removeListener('exit', restore)
  }
}

function runRelated(files: readonly string[], databaseUrl: string): Promise<Outcome> {
  const args = [
    'related',
    ...files,
    '--run',
    '--bail=1',
    '--passWithNoTests',
    '--project=quick',
    '--project=long',
  ]
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    stdio: 'ignore',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      vitest.kill('SIGKILL')
      resolve('timed out')
    }, MAX_MS)
    vitest.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? 'survived' : 'killed')
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const files = globSync('{shop,api,infra}/**/*.ts')
  .filter((file) => !/\.(test|d)\.ts$/.test(file))
  .toSorted()
const guards = choose(files.flatMap(guardsOf), Number(values.count), Number(values.seed))
const dataDir = mkdtempSync(join(tmpdir(), 'shop-mutants-'))
const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
const survivors: Guard[] = []
try {
  await expectPassing(guards, postgres.url)
  for (const [at, guard] of guards.entries()) {
    const outcome = await tryMutant(guard, postgres.url)
    if (outcome === 'survived') survivors.push(guard)
    process.stdout.write(
      `${at + 1}/${guards.length} ${outcome}: ${guard.file}:${guard.line} if (${guard.text})\n`,
    )
  }
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.stdout.write(`\n${guards.length - survivors.length} of ${guards.length} mutants were noticed.\n`)
for (const { file, line, text } of survivors) process.stdout.write(`Survived: ${file}:${line} if (${text})\n`)
