import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** The condition of one `if`; `start` and `end` are offsets into the file's text. */
export type Condition = { file: string; line: number; start: number; end: number; text: string }

/** Chooses `count` conditions of shop/, api/ and infra/, which depend only on the seed. */
export function chooseConditions(count: number, seed: number): Condition[] {
  const files = globSync('{shop,api,infra}/**/*.ts').filter((file) => !/\.(test|d)\.ts$/.test(file))
  const remaining = files.toSorted().flatMap(conditionsOf)
  const random = randomFrom(seed)
  const chosen: Condition[] = []
  while (chosen.length < count && remaining.length > 0) {
    chosen.push(...remaining.splice(Math.floor(random() * remaining.length), 1))
  }
  return chosen
}

function conditionsOf(file: string): Condition[] {
  const text = readFileSync(file, 'utf8')
  const conditions: Condition[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, test } = node as { type?: string; test?: { start: number; end: number } }
    if (type === 'IfStatement' && test) {
      const line = text.slice(0, test.start).split('\n').length
      conditions.push({
        file,
        line,
        start: test.start,
        end: test.end,
        text: text.slice(test.start, test.end),
      })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, text).program)
  return conditions
}

/** Pseudorandom numbers that depend only on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
