import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'
import { join } from 'node:path'
import type { Losses } from '#lab/drills/order-book.ts'

const FILE = join(import.meta.dirname, 'results.md')
const [BEGIN, END] = ['<!-- drills -->', '<!-- end of drills -->']

/** A row of the table. `seen`: other observations. */
export type Drill = { fault: string; seen: string } & Partial<Losses>

const HEAD = [
  '| Fault | Orders | Seconds without writes | Unknown, then settled | Lost | Duplicated | Observed | Run on |',
  '|---|---|---|---|---|---|---|---|',
]

/** Replaces or adds the drill's row. Other rows stay, with their date. */
export function writeDrill(drill: Drill, versions: string): void {
  const text = readFileSync(FILE, 'utf8')
  const [head, rest = ''] = text.split(BEGIN)
  const [table = '', after = ''] = rest.split(END)
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Fault |'))
  const at = rows.findIndex((row) => row.startsWith(`| ${drill.fault} |`))
  rows.splice(at === -1 ? rows.length : at, at === -1 ? 0 : 1, rowOf(drill))
  const machine = `${versions},\nNode ${process.version}, ${type()} ${release()}, ${cpus().length} cores for all three machines and the clients.`
  writeFileSync(FILE, [`${head}${BEGIN}`, machine, '', ...HEAD, ...rows, `${END}${after}`].join('\n'))
}

function rowOf({
  fault,
  seen,
  orders,
  secondsWithoutWrites,
  unknown = 0,
  unsettled = 0,
  lost,
  duplicated,
}: Drill): string {
  const settled = unsettled > 0 ? `${unknown}, ${unknown - unsettled}` : `${unknown}, all`
  const cells = [
    orders,
    secondsWithoutWrites?.toFixed(1),
    orders === undefined ? undefined : settled,
    lost,
    duplicated,
  ]
  const date = new Date().toISOString().slice(0, 10)
  return `| ${[fault, ...cells.map((cell) => cell ?? '–'), seen, date].join(' | ')} |`
}
