import { createHash } from 'node:crypto'
import {
  type ChainLink,
  firstUnlinked,
  hasHash,
  isClosed,
  linkAfterHash,
  linksAfter,
} from '#shop/audit/chain.read.ts'
import { type Erasure, isDue, ruleOf } from '#shop/audit/erasure.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'

/** The end of the chain at some time; `hash` in hexadecimal. */
export type Head = { seq: number; hash: string }

/** The first wrong row. `seq` is null for an entry that is in no link, `entryId` for a row that is gone without a trace. */
export type ChainProblem = {
  seq: number | null
  entryId: number | null
  what: 'changed' | 'missing' | 'inserted' | 'reordered' | 'erased'
}

export type VerifyChainRefusal = { ok: false; reason: 'chain_broken'; problem: ChainProblem }

const PER_BATCH = 1_000
const START = Buffer.alloc(32)

export type WholeChain = Head & { /** In order. */ erasures: Erasure[] }

/**
 * Recomputes the whole chain, in batches. `heads`: ends recorded outside the database, which reveal a chain that was cut
 * off or rewritten. Returns the number of links, the head and the erasures, or the first wrong row as a refusal.
 */
export async function verifyChain(
  { db }: Pick<Ctx, 'db'>,
  heads: readonly Head[] = [],
): Promise<Result<WholeChain, VerifyChainRefusal>> {
  const known = new Map(heads.map(({ seq, hash }) => [seq, hash.toLowerCase()]))
  const erasures: Erasure[] = []
  const changed = new Set<number>()
  let [seq, hash]: [number, Buffer] = [0, START]
  let erasing: ChainLink[] = []
  for (;;) {
    const links = await linksAfter(db, seq, PER_BATCH)
    for (const link of links) {
      const problem = await problemOf(db, link, { seq, hash, isErasing: erasing.length > 0 })
      if (problem) return broken(problem)
      ;[seq, hash] = [link.seq, link.hash]
      if ((known.get(seq) ?? hash.toString('hex')) !== hash.toString('hex'))
        return broken({ seq, entryId: link.entryId, what: 'changed' })
      if (link.kind === 'erasure') erasing.push(link)
      else if (erasing.length > 0) {
        const undue = await firstUndue(db, erasing, { end: link, changed })
        if (undue) return broken({ seq: undue.seq, entryId: undue.entryId, what: 'erased' })
        erasures.push(erasureOf(link, erasing))
        for (const { entryId } of erasing) changed.add(entryId)
        erasing = []
      }
    }
    if (links.length < PER_BATCH) break
  }
  if (erasing.length > 0 || [...known.keys()].some((at) => at > seq))
    return broken({ seq: seq + 1, entryId: null, what: 'missing' })
  const entryId = await firstUnlinked(db)
  if (entryId !== null) return broken({ seq: null, entryId, what: 'inserted' })
  return ok({ seq, hash: hash.toString('hex'), erasures })
}

/** `end`: the entry of an erasure; `changed`: entries that earlier ones changed. */
type Erasing = { end: ChainLink; changed: ReadonlySet<number> }

/** The first change of an erasure that its rule does not ask for; null when all are due. */
async function firstUndue(
  db: Db,
  links: readonly ChainLink[],
  { end, changed }: Erasing,
): Promise<ChainLink | null> {
  const rule = ruleOf(end)
  const isOver = rule?.kind === 'age' || (rule?.kind === 'account' && (await isClosed(db, rule.personId)))
  if (!rule || !isOver) return links[0] ?? null
  return links.find((link) => !isDue(link, rule, { end, isFirst: !changed.has(link.entryId) })) ?? null
}

function erasureOf(end: ChainLink, links: readonly ChainLink[]): Erasure {
  const at = new Date(Number(end.linkedMicros) / 1000)
  return { seq: end.seq, at, rule: ruleOf(end), entryIds: [...new Set(links.map(({ entryId }) => entryId))] }
}

function broken(problem: ChainProblem): VerifyChainRefusal {
  return { ok: false, reason: 'chain_broken', problem }
}

type Before = { seq: number; hash: Buffer; isErasing: boolean }

async function problemOf(db: Db, link: ChainLink, before: Before): Promise<ChainProblem | null> {
  const here = { seq: link.seq, entryId: link.entryId }
  if (link.seq !== before.seq + 1) return { seq: before.seq + 1, entryId: null, what: 'missing' }
  if (!link.previous.equals(before.hash))
    return { ...here, what: await whyUnconnected(db, link, before.hash) }
  if (link.id === null) return { ...here, what: 'missing' }
  if (!link.hash.equals(hashOf(link))) return { ...here, what: 'changed' }
  if (link.isLatest && !link.content.equals(contentOf(link))) return { ...here, what: 'changed' }
  // The one function that erases adds its entry right after the erasures; any other change of an entry has none.
  if (before.isErasing && link.kind === 'entry' && link.action !== 'erase')
    return { seq: before.seq, entryId: null, what: 'changed' }
  return null
}

/** Why a link does not follow the one before it. */
async function whyUnconnected(db: Db, link: ChainLink, wanted: Buffer): Promise<ChainProblem['what']> {
  // The link that belonged here is gone, and later ones have moved up.
  if ((await linkAfterHash(db, wanted)) === null) return 'missing'
  return (await hasHash(db, link.previous)) ? 'reordered' : 'inserted'
}

/** A value with its length, as `audit_field` in the database writes it. */
function field(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}

function contentOf({ salt, before, after, network, device }: ChainLink): Buffer {
  return createHash('sha256').update([salt, before, after, network, device].map(field).join('')).digest()
}

function hashOf(link: ChainLink): Buffer {
  const values = [
    ...[String(link.seq), link.kind, link.linkedMicros, link.id, link.actorId],
    ...[link.action, link.entity, link.entityId, link.createdMicros, link.content.toString('hex')],
  ]
  return createHash('sha256').update(link.previous).update(values.map(field).join('')).digest()
}
