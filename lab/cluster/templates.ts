import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'deploy', 'cluster')

/** Reads a file of deploy/cluster and fills in its `{{NAMES}}`. Throws for a name without a value. */
export function fillIn(template: string, values: Record<string, string>): string {
  return readFileSync(join(FOLDER, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template}: ${name} has no value`)
    return value
  })
}
