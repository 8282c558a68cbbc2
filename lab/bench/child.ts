import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs lab/bench/<script> with a plan in its own process and returns its printed result. */
export async function runPlan<Answer>(script: string, plan: object): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-plan-'))
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  try {
    const options = { maxBuffer: 2 ** 28 }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, script), file],
      options,
    )
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
