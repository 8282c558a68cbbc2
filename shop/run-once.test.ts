import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Ctx, KeyClaim } from '#shop/ctx.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { runOnce } from '#shop/run-once.ts'
import { inTransaction, transact } from '#shop/transaction.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

const claimOf = (fields: Partial<KeyClaim> = {}): KeyClaim => ({
  ...{ userId: randomUUID(), key: 'key', fingerprint: 'request', resultId: randomUUID(), now: NOW },
  ...fields,
})
/** Another request of the same person with the same key. */
const repeatOf = (claim: KeyClaim, fingerprint = claim.fingerprint) =>
  claimOf({ ...claim, fingerprint, resultId: randomUUID() })

const run = (
  claim: KeyClaim,
  change: (keyed: Ctx) => Promise<ReturnType<typeof ok<string>> | ReturnType<typeof err>>,
) => runOnce(ctx(VISITOR), claim, change, async (resultId) => ok(`again ${resultId}`))

/** A change with a visible effect: a row of any table. */
const insertRow = (claim: KeyClaim) => (keyed: Ctx) =>
  inTransaction(keyed, async (inside) => {
    const row = { key: `${claim.userId} ${claim.resultId}`, count: 1, windowEndsAt: NOW }
    await inside.insertInto('requestLimits').values(row).execute()
    return ok('done')
  })
const effectsOf = async ({ userId }: KeyClaim) =>
  (await rowsOf(db, 'requestLimits', {})).filter(({ key }) => key.startsWith(userId)).length

it('runs the change once for concurrent requests with the same key, and the others reread its result', async () => {
  const claims = Array.from({ length: 6 }, () => claimOf({ userId: '00000000-0000-4000-8000-00000000000a' }))
  const outcomes = await Promise.all(claims.map((claim) => run(claim, insertRow(claim))))
  const first = claims[outcomes.findIndex((outcome) => outcome.ok && outcome.value === 'done')]
  expect(
    outcomes.filter((outcome) => outcome.ok && outcome.value === `again ${first?.resultId}`),
  ).toHaveLength(5)
  expect(first && (await effectsOf(first))).toBe(1)
  const stranger = claimOf()
  expect(await run(stranger, insertRow(stranger))).toEqual(ok('done'))
})

it('refuses another request with the key', async () => {
  const claim = claimOf()
  await run(claim, insertRow(claim))
  const other = repeatOf(claim, 'another request')
  expect(await run(other, insertRow(other))).toEqual(err('idempotency_key_reused'))
  expect(await effectsOf(claim)).toBe(1)
})

it('leaves the key of a refused change unused, also if the refusal commits', async () => {
  const claim = claimOf()
  expect(await run(claim, (keyed) => inTransaction(keyed, async () => err('refused')))).toEqual(
    err('refused'),
  )
  expect(await run(repeatOf(claim), (keyed) => transact(keyed, async () => err('refused')))).toEqual(
    err('refused'),
  )
  const last = repeatOf(claim, 'a corrected request')
  expect(await run(last, insertRow(last))).toEqual(ok('done'))
})

it('claims the key once for a change with several transactions, or without one', async () => {
  const claim = claimOf()
  expect(await run(claim, async () => ok('done'))).toEqual(ok('done'))
  expect(await run(repeatOf(claim), async () => ok('done'))).toEqual(ok(`again ${claim.resultId}`))
  const twice = claimOf()
  const commitTwice = async (keyed: Ctx) => {
    await transact(keyed, async () => null)
    return insertRow(twice)(keyed)
  }
  expect(await run(twice, commitTwice)).toEqual(ok('done'))
})
