import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'

/** The sections of docs/performance.md in order. Each bench replaces only its own section. */
const SECTIONS = [
  'pages',
  'api',
  'search',
  'orders',
  'growth',
  'sign-in',
  'admin-orders',
  'accounts',
  'analytics',
  'start',
  'memory',
  'soak',
] as const
export type Section = (typeof SECTIONS)[number]

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'performance.md')
const MARK = /^<!-- ([a-z-]+) -->$/m

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Replaces a section of docs/performance.md, from its heading on. */
export function writeSection(name: Section, text: string): void {
  const sections = new Map<string, string>(existsSync(FILE) ? readSections(readFileSync(FILE, 'utf8')) : [])
  const [heading = '', ...rest] = text.trim().split('\n')
  sections.set(name, `${heading}\n\n${measuredOn()}\n${rest.join('\n')}`)
  // Sections of measurements by hand stay at the end.
  const names = new Set([...SECTIONS, ...sections.keys()])
  const parts = [...names].flatMap((each) =>
    sections.has(each) ? [`<!-- ${each} -->\n${sections.get(each)}`] : [],
  )
  writeFileSync(FILE, `${[HEAD, ...parts].join('\n\n')}\n`)
  say(`\n${text}`)
}

function readSections(file: string): [string, string][] {
  const [, ...parts] = file.split(MARK)
  return parts.flatMap((name, at) =>
    at % 2 === 0 ? [[name, (parts[at + 1] ?? '').trim()] as [string, string]] : [],
  )
}

const HEAD = `# How fast the shop is

Written by \`npm run bench\`, which runs all benches, or by one of them (\`npm run bench -- orders\` …), which replaces its
section. Each section has the numbers of its last run. Client, shop and database share one machine, so ratios say more than
numbers.`

function measuredOn(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() || 'unnamed processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${type()} ${release()}, Node ${process.version}.`
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** The value below which this share of the sorted times lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
