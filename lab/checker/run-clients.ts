import { setTimeout as pause } from 'node:timers/promises'
import type { Violation } from '#lab/checker/case.ts'
import { check } from '#lab/checker/check.ts'
import { type ClientOptions, MOST_UNPAID, startClients } from '#lab/checker/clients.ts'
import { inWords, type Operation } from '#lab/checker/history.ts'
import { readTables } from '#lab/checker/tables.ts'

/** What became of a run. */
export type Judgement = {
  history: readonly Operation[]
  /** Operations without a clear answer, although they were repeated until the end. */
  unclear: readonly Operation[]
  /** Empty when one order of events explains everything. */
  violations: readonly Violation[]
}

/** Runs clients until they have done this many operations, and judges what they were told. */
export async function runClients(options: ClientOptions & { operations: number }): Promise<Judgement> {
  const clients = startClients(options)
  while (clients.history.length < options.operations) await pause(20)
  await clients.stop()
  return judgeClients(clients, options)
}

/** Judges clients that have stopped, once the shop is whole again: settles what was unclear, and reads the tables. */
export async function judgeClients(
  clients: ReturnType<typeof startClients>,
  { databaseUrl, world, bank }: ClientOptions,
): Promise<Judgement> {
  const unclear = await clients.settle()
  const { history } = clients
  const taken = new Set(history.flatMap((one) => (one.kind === 'bank-takes' ? [one.payment] : [])))
  const violations = check({
    history,
    tables: await readTables(databaseUrl),
    bank: bank?.books().filter(({ payment }) => taken.has(payment)) ?? [],
    world,
    mostUnpaid: MOST_UNPAID,
  })
  return { history, unclear, violations }
}

/** The violations in words, each with what shows it. */
export function violationsInWords({ violations, unclear }: Omit<Judgement, 'history'>): string {
  const lines = violations.map(({ about, what, evidence }) =>
    [`${about}: ${what}`, ...evidence.map((line) => `    ${line}`)].join('\n'),
  )
  return [...lines, ...unclear.map((one) => `without an answer to the end: ${inWords(one)}`)].join('\n')
}

/** How many operations came to what, for a report: 'place ok' → 49. */
export function countsOf(history: readonly Operation[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, outcome, told } of history) {
    const name = [kind, outcome, told.reason].filter(Boolean).join(' ')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
