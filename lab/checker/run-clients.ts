import { setTimeout as pause } from 'node:timers/promises'
import type { Violation } from '#lab/checker/case.ts'
import { check } from '#lab/checker/check.ts'
import { type ClientOptions, MAX_UNPAID_ORDERS, startClients } from '#lab/checker/clients.ts'
import { describeOperation, type Operation } from '#lab/checker/history.ts'
import { readTables } from '#lab/checker/tables.ts'

export type CheckResult = {
  history: readonly Operation[]
  /** Operations whose outcome remained unknown after all retries. */
  unclear: readonly Operation[]
  /** Empty if the history is linearizable and no rule is broken. */
  violations: readonly Violation[]
}

/** Runs clients until they have completed this many operations, and checks their history. */
export async function runClients(options: ClientOptions & { operations: number }): Promise<CheckResult> {
  const clients = startClients(options)
  while (clients.history.length < options.operations) await pause(20)
  await clients.stop()
  return checkClients(clients, options)
}

/** Settles unknown outcomes of stopped clients, reads the tables and checks the history. The shop must be available. */
export async function checkClients(
  clients: ReturnType<typeof startClients>,
  { databaseUrl, world, bank }: ClientOptions,
): Promise<CheckResult> {
  const { unclear, unfinishedJobs } = await clients.settle()
  const { history } = clients
  const captured = new Set(
    history.flatMap((operation) => (operation.kind === 'bank-captures' ? [operation.payment] : [])),
  )
  const wrong = check({
    history,
    tables: await readTables(databaseUrl),
    bank: bank?.books().filter(({ payment }) => captured.has(payment)) ?? [],
    world,
    maxUnpaidOrders: MAX_UNPAID_ORDERS,
  })
  const unfinished = unfinishedJobs.map((name) => ({
    about: `job ${name}`,
    what: 'it is not done',
    evidence: [],
  }))
  return { history, unclear, violations: [...wrong, ...unfinished] }
}

/** Describes the violations with their evidence. */
export function describeViolations({ violations, unclear }: Omit<CheckResult, 'history'>): string {
  const lines = violations.map(({ about, what, evidence }) =>
    [`${about}: ${what}`, ...evidence.map((line) => `    ${line}`)].join('\n'),
  )
  return [...lines, ...unclear.map((operation) => `still unknown: ${describeOperation(operation)}`)].join(
    '\n',
  )
}

/** Counts operations by kind and outcome, for example 'place ok' → 49. */
export function countsOf(history: readonly Operation[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, outcome, response } of history) {
    const name = [kind, outcome, response.reason].filter(Boolean).join(' ')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
