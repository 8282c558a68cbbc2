import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'
import { join } from 'node:path'
import type { Losses } from '#tests/drills/order-book.ts'

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'operations.md')
const [BEGIN, END] = ['<!-- drills: written by npm run drill -->', '<!-- end of drills -->']

/** One line of the table; `seen` says what else was found. */
export type Drill = { fault: string; seen: string } & Partial<Losses>

/** Replaces the table in docs/operations.md. */
export function writeDrills(drills: readonly Drill[], versions: string): void {
  const text = readFileSync(FILE, 'utf8')
  const [before, rest = ''] = text.split(BEGIN)
  const [, after = ''] = rest.split(END)
  writeFileSync(FILE, `${before}${BEGIN}\n${table(drills, versions)}\n${END}${after}`)
}

function table(drills: readonly Drill[], versions: string): string {
  const head = [
    `Run on ${new Date().toISOString().slice(0, 10)}: ${versions}, Node ${process.version}, ${type()} ${release()}, ${cpus().length} cores for all three machines and the clients.`,
    '',
    '| Fault | Orders | Seconds without writes | Unknown, then settled | Lost | Doubled | Seen |',
    '|---|---|---|---|---|---|---|',
  ]
  const rows = drills.map((drill) => {
    const { fault, seen, orders, without, unknown = 0, unsettled = 0, lost, doubled } = drill
    const settled = unsettled > 0 ? `${unknown}, ${unknown - unsettled}` : `${unknown}, all`
    const cells = [orders, without?.toFixed(1), orders === undefined ? undefined : settled, lost, doubled]
    return `| ${[fault, ...cells.map((cell) => cell ?? '–'), seen].join(' | ')} |`
  })
  return [...head, ...rows].join('\n')
}
