import { createHash } from 'node:crypto'
import { type ChainLink, firstUnlinked, hasHash, linkAfterHash, linksAfter } from '#shop/audit/chain.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { ok } from '#shop/kernel/result.ts'

/** The last link's number and hash, in hexadecimal. */
export type Head = { seq: number; hash: string }

/** The first wrong row. `seq` is null for an entry without a link. `entryId` is null if the link is missing. */
export type ChainProblem = {
  seq: number | null
  entryId: number | null
  what: 'changed' | 'missing' | 'inserted' | 'reordered'
}

const PER_BATCH = 1_000
const START = Buffer.alloc(32)

/** Recomputes the chain. `heads` stored elsewhere reveal a log that was truncated or rewritten. */
export async function verifyChain({ db }: Pick<Ctx, 'db'>, heads: readonly Head[] = []) {
  const expected = new Map(heads.map(({ seq, hash }) => [seq, hash.toLowerCase()]))
  let [seq, hash]: [number, Buffer] = [0, START]
  for (;;) {
    const links = await linksAfter(db, seq, PER_BATCH)
    for (const link of links) {
      const problem = await problemOf(db, link, { seq, hash })
      if (problem) return chainBroken(problem)
      ;[seq, hash] = [link.seq, link.hash]
      if ((expected.get(seq) ?? hash.toString('hex')) !== hash.toString('hex'))
        return chainBroken({ seq, entryId: link.entryId, what: 'changed' })
    }
    if (links.length < PER_BATCH) break
  }
  if ([...expected.keys()].some((at) => at > seq))
    return chainBroken({ seq: seq + 1, entryId: null, what: 'missing' })
  const entryId = await firstUnlinked(db)
  if (entryId !== null) return chainBroken({ seq: null, entryId, what: 'inserted' })
  return ok({ seq, hash: hash.toString('hex') })
}

function chainBroken(problem: ChainProblem): { ok: false; reason: 'chain_broken'; problem: ChainProblem } {
  return { ok: false, reason: 'chain_broken', problem }
}

type PreviousLink = { seq: number; hash: Buffer }

async function problemOf(db: Db, link: ChainLink, previous: PreviousLink): Promise<ChainProblem | null> {
  const here = { seq: link.seq, entryId: link.entryId }
  if (link.seq !== previous.seq + 1) return { seq: previous.seq + 1, entryId: null, what: 'missing' }
  if (!link.previous.equals(previous.hash))
    return { ...here, what: await whyUnconnected(db, link, previous.hash) }
  if (link.id === null) return { ...here, what: 'missing' }
  if (!link.hash.equals(hashOf(link))) return { ...here, what: 'changed' }
  return null
}

/** Returns why a link does not follow the previous one. */
async function whyUnconnected(db: Db, link: ChainLink, expectedHash: Buffer): Promise<ChainProblem['what']> {
  // The expected link was deleted, and the links after it were renumbered.
  if ((await linkAfterHash(db, expectedHash)) === null) return 'missing'
  return (await hasHash(db, link.previous)) ? 'reordered' : 'inserted'
}

/** Returns length and value, in the format of `audit_field` in the database. */
function field(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}

function hashOf(link: ChainLink): Buffer {
  const values = [
    ...[String(link.seq), link.linkedMicros, link.id, link.actorId, link.action],
    ...[link.entity, link.entityId, link.createdMicros, link.before, link.after],
  ]
  return createHash('sha256').update(link.previous).update(values.map(field).join('')).digest()
}
