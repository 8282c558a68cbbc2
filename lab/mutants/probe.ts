/** Runs before each test file. Evaluates the probed conditions and records which conditions the file reaches. */
import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

declare global {
  /** Wraps each chosen condition (see runner.ts). Returns its value, inverted if it is the active mutant. */
  var probeCondition: (index: number, value: unknown) => unknown
}

/** One line of the report: a test file and the indices of the conditions that it evaluates. */
export type ReachedConditions = { testFile: string; conditions: number[] }

const { MUTANT, MUTANTS_REACHED } = process.env
const reached = new Set<number>()
globalThis.probeCondition = (index, value) => {
  reached.add(index)
  return String(index) === MUTANT ? !value : value
}

if (MUTANTS_REACHED)
  afterAll(() => {
    const line: ReachedConditions = { testFile: expect.getState().testPath ?? '', conditions: [...reached] }
    appendFileSync(MUTANTS_REACHED, `${JSON.stringify(line)}\n`)
  })
