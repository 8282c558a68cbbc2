import { type ChainLink, linksAfter } from '#shop/audit/chain.read.ts'
import { lockPosition, movePosition } from '#shop/audit/followers.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

const PER_BATCH = 500

/** Resolves when the lines are durably stored. */
export type LineWriter = (lines: string) => Promise<void>

/** Writes new links as JSON lines; returns their number. After a crash the last lines repeat, with the same `seq`. */
export async function shipLines({ db }: Pick<Ctx, 'db'>, write: LineWriter): Promise<number> {
  for (let total = 0; ; ) {
    const count = await shipBatch({ db }, write)
    total += count
    if (count < PER_BATCH) return total
  }
}

function shipBatch(ctx: Pick<Ctx, 'db'>, write: LineWriter): Promise<number> {
  return transact(ctx, async (db) => {
    const position = await lockPosition(db, 'lines')
    if (position === null) return 0
    const links = await linksAfter(db, position, PER_BATCH)
    const last = links.at(-1)
    if (!last) return 0
    await write(links.map((link) => `${JSON.stringify(lineOf(link))}\n`).join(''))
    await movePosition(db, 'lines', last.seq)
    return links.length
  })
}

function lineOf(link: ChainLink) {
  const isGone = link.id === null
  return {
    log: 'audit',
    seq: link.seq,
    entry_id: link.entryId,
    at: isGone ? null : timeOf(link.createdMicros),
    linked_at: timeOf(link.linkedMicros),
    actor_id: link.actorId,
    action: link.action,
    entity: link.entity,
    entity_id: link.entityId,
    network: link.network,
    device: link.device,
    fields: [...new Set([...fieldsOf(link.before), ...fieldsOf(link.after)])],
    previous: link.previous.toString('hex'),
    hash: link.hash.toString('hex'),
  }
}

function timeOf(micros: string): string {
  return new Date(Number(micros) / 1000).toISOString()
}

function fieldsOf(state: string | null): string[] {
  const value: unknown = state === null ? null : JSON.parse(state)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}
