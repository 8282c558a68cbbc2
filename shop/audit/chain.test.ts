import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { DB } from '#db/types.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { type Head, verifyChain } from '#shop/audit/verify-chain.ts'
import type { Db } from '#shop/ctx.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase({ poolSize: 12 })

const ENTRY = { actorId: null, action: 'update', entity: 'product', now: NOW } as const

const client = { network: '203.0.113.7', device: 'Firefox on Linux' }

async function write(on: Db = db, entityId: string = randomUUID()): Promise<string> {
  await recordChange(on, {
    ...ENTRY,
    client,
    entityId,
    before: { price: 100 },
    after: { price: 120, name: 'Ragi' },
  })
  return entityId
}

async function headOf(on: Db = db): Promise<Head> {
  return must(await verifyChain({ db: on }))
}

class Undone extends Error {}

/** Applies this tampering as someone with all rights, verifies the chain, and rolls the tampering back. */
async function problemAfter(tampering: (on: Kysely<DB>) => Promise<unknown>, heads: Head[] = []) {
  let problem: unknown = null
  const attempt = db.transaction().execute(async (trx) => {
    // Disables all triggers, as a superuser or an owner of the tables can.
    await sql`set local session_replication_role = replica`.execute(trx)
    await tampering(trx)
    const verified = await verifyChain({ db: trx }, heads)
    problem = verified.ok ? 'whole' : verified.problem
    throw new Undone()
  })
  await expect(attempt).rejects.toThrow(Undone)
  return problem
}

beforeAll(async () => {
  for (let entry = 0; entry < 6; entry += 1) await write()
  // The database's clock decides whether an origin may be deleted.
  await recordChange(db, {
    ...ENTRY,
    now: new Date(),
    client,
    entityId: randomUUID(),
    before: null,
    after: {},
  })
})

describe('the chain', () => {
  it('has one link for each entry, in the order of the commits, without gaps', async () => {
    const [early, late] = [randomUUID(), randomUUID()]
    const { promise: isWritten, resolve: reportWritten } = Promise.withResolvers<void>()
    const { promise: lateDone, resolve: reportLateDone } = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (trx) => {
      await write(trx, early)
      reportWritten()
      await lateDone
    })
    await isWritten
    // A transaction that has written and is still open does not block other writers.
    await write(db, late)
    reportLateDone()
    await slow
    const { rows } = await sql<{ entityId: string }>`select entity_id from audit_chain
      join audit_log on audit_log.id = entry_id order by seq desc limit 2`.execute(db)
    expect(rows.map(({ entityId }) => entityId)).toEqual([early, late])
    await headOf()
  })

  it('stays unbroken with many concurrent writers, some of which roll back', async () => {
    const earlier = await headOf()
    const writers = Array.from({ length: 60 }, (_, at) =>
      db
        .transaction()
        .execute(async (trx) => {
          for (let entry = 0; entry <= at % 3; entry += 1) await write(trx)
          if (at % 5 === 0) throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        }),
    )
    await Promise.all(writers)
    const counts = Array.from({ length: 60 }, (_, at) => (at % 5 === 0 ? 0 : 1 + (at % 3)))
    const added = counts.reduce((sum, entries) => sum + entries, 0)
    expect((await headOf()).seq).toBe(earlier.seq + added)
  })

  it('verifies more links than one batch holds', async () => {
    const earlier = await headOf()
    await sql`insert into audit_log (action, entity, entity_id, created_at)
      select 'update', 'product', at::text, now() from generate_series(1, 2100) at`.execute(db)
    expect((await headOf()).seq).toBe(earlier.seq + 2_100)
  })
})

describe('the tables of the audit log', () => {
  it.each([
    `update audit_log set after = '{"price": 1}'`,
    'update audit_log set actor_id = null',
    'delete from audit_log where id = 1',
    'delete from audit_log',
    'truncate audit_log',
    'update audit_chain set entry_id = 1',
    'delete from audit_chain',
    'truncate audit_chain',
    `update audit_origins set network = ''`,
    'delete from audit_origins',
    'truncate audit_origins',
  ])('refuse: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/is append-only/)
  })

  it('refuse to delete a user who is the actor of an entry', async () => {
    const { id } = await makeUser(db, { staffRole: 'owner' })
    await recordChange(db, { ...ENTRY, actorId: id, entityId: 'x', before: null, after: { a: 1 } })
    await expect(db.deleteFrom('users').where('id', '=', id).execute()).rejects.toThrow('audit_log')
  })
})

describe('verifyChain', () => {
  const entryAt = sql`(select entry_id from audit_chain where seq = 3)`
  const entryWith = (seq: number) => ({ seq, entryId: expect.any(Number) })

  it('accepts an untouched log', async () => {
    expect(await problemAfter(async () => {})).toBe('whole')
  })

  it.each([
    ['the content', sql`after = '{"price": 1}'`],
    ['the action', sql`action = 'create'`],
    ['the object', sql`entity_id = 'another'`],
    ['the time', sql`created_at = created_at - interval '1 microsecond'`],
  ])('finds a change of %s of an entry', async (_, change) => {
    const tamper = (on: Kysely<DB>) => sql`update audit_log set ${change} where id = ${entryAt}`.execute(on)
    expect(await problemAfter(tamper)).toEqual({ ...entryWith(3), what: 'changed' })
  })

  it('finds a changed actor', async () => {
    const { id } = await makeUser(db)
    const tamper = (on: Kysely<DB>) =>
      sql`update audit_log set actor_id = ${id} where id = ${entryAt}`.execute(on)
    expect(await problemAfter(tamper)).toEqual({ ...entryWith(3), what: 'changed' })
  })

  it('finds a deleted entry, a deleted link, and both deleted with later links renumbered', async () => {
    const entryGone = (on: Kysely<DB>) => sql`delete from audit_log where id = ${entryAt}`.execute(on)
    expect(await problemAfter(entryGone)).toEqual({ ...entryWith(3), what: 'missing' })
    const linkGone = (on: Kysely<DB>) => sql`delete from audit_chain where seq = 3`.execute(on)
    expect(await problemAfter(linkGone)).toEqual({ seq: 3, entryId: null, what: 'missing' })
    const movedUp = async (on: Kysely<DB>) => {
      await sql`alter table audit_chain drop constraint audit_chain_seq_check`.execute(on)
      await entryGone(on)
      await linkGone(on)
      await sql`update audit_chain set seq = -seq where seq > 3`.execute(on)
      await sql`update audit_chain set seq = -seq - 1 where seq < 0`.execute(on)
    }
    expect(await problemAfter(movedUp)).toEqual({ ...entryWith(3), what: 'missing' })
  })

  it('finds an inserted entry without a link, or with a forged one', async () => {
    const insert = sql`insert into audit_log (action, entity, entity_id, created_at)
      values ('update', 'product', 'x', now()) returning id`
    const entry = (on: Kysely<DB>) => insert.execute(on)
    expect(await problemAfter(entry)).toEqual({ seq: null, entryId: expect.any(Number), what: 'inserted' })
    const insertWithLink = async (on: Kysely<DB>) => {
      await sql`alter table audit_chain drop constraint audit_chain_seq_check`.execute(on)
      await sql`update audit_chain set seq = -seq where seq > 2`.execute(on)
      await sql`update audit_chain set seq = -seq + 1 where seq < 0`.execute(on)
      await sql`with entry as (${insert}) insert into audit_chain
        select 3, entry.id, now(), sha256('x'), sha256('z') from entry`.execute(on)
    }
    expect(await problemAfter(insertWithLink)).toEqual({ ...entryWith(3), what: 'inserted' })
  })

  it('finds two swapped rows', async () => {
    const links = async (on: Kysely<DB>) => {
      await sql`alter table audit_chain drop constraint audit_chain_seq_check`.execute(on)
      await sql`update audit_chain set seq = -seq where seq in (3, 4)`.execute(on)
      await sql`update audit_chain set seq = 7 + seq where seq < 0`.execute(on)
    }
    expect(await problemAfter(links)).toEqual({ ...entryWith(3), what: 'reordered' })
    const entries = (on: Kysely<DB>) =>
      sql`update audit_chain set entry_id = (select entry_id from audit_chain other
        where other.seq = 7 - audit_chain.seq) where seq in (3, 4)`.execute(on)
    expect(await problemAfter(entries)).toEqual({ ...entryWith(3), what: 'changed' })
  })

  it('finds a truncated or rewritten end, given a head that was stored elsewhere', async () => {
    const head = await headOf()
    const cut = async (on: Kysely<DB>) => {
      await sql`delete from audit_log where id = (select entry_id from audit_chain where seq = ${head.seq})`.execute(
        on,
      )
      await sql`delete from audit_chain where seq = ${head.seq}`.execute(on)
    }
    expect(await problemAfter(cut)).toBe('whole')
    expect(await problemAfter(cut, [head])).toEqual({ seq: head.seq, entryId: null, what: 'missing' })
    const anew = async (on: Kysely<DB>) => {
      await cut(on)
      await sql`set local session_replication_role = origin`.execute(on)
      await write(on)
      await sql`set constraints all immediate`.execute(on)
    }
    expect(await problemAfter(anew)).toBe('whole')
    expect(await problemAfter(anew, [head])).toEqual({ ...entryWith(head.seq), what: 'changed' })
    expect(await verifyChain(ctx(), [head])).toEqual({ ok: true, value: head })
  })
})
