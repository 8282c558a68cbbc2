import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import {
  findSimilarPhoto,
  MAX_HAMMING_DISTANCE,
  nearBands,
  selectSimilarPhoto,
} from '#shop/programme/photos.sql.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const asAdmin = ctx(await makeUser(db, { staffRole: 'owner' }))
const workLogId = await makeTask(asAdmin, await makeWorker(asAdmin))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const toHash = (bits: bigint) => bits.toString(16).padStart(16, '0')
const anyHash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const anyBits = (max: number) => fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: max })
const flipBits = (hash: bigint, bits: number[]) =>
  bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), hash)

it('nearBands matches at least one band of any similar hash', () => {
  fc.assert(
    fc.property(anyHash, anyBits(MAX_HAMMING_DISTANCE), (hash, bits) => {
      const other = nearBands(toHash(flipBits(hash, bits))).map(([value]) => value)
      expect(nearBands(toHash(hash)).some((near, band) => near.includes(other[band] ?? -1))).toBe(true)
    }),
    { numRuns: 100 },
  )
})

describe('findSimilarPhoto among 5,000 photos', () => {
  const hashes: bigint[] = []
  // Pseudo-random but deterministic numbers, spread over all 64 bits.
  for (let value = 1n; hashes.length < 5_000; ) {
    value = BigInt.asUintN(64, value * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
    hashes.push(value ^ (value >> 29n))
  }

  beforeAll(async () => {
    const rows = hashes.map((look, at) => ({ look: toHash(look), sha: sha256(`photo ${at}`) }))
    await sql`
      insert into task_photos (id, work_log_id, file_key, sha256, stored_sha256, width, height, look, created_at)
      select gen_random_uuid(), ${workLogId}, 'none', sha, sha, 1, 1, ('x' || look)::bit(64), now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as photo(look text, sha text)`.execute(db)
    await sql`analyze task_photos`.execute(db)
  })

  it('finds a photo whenever a scan of all photos does', async () => {
    const changes = fc.tuple(fc.nat(hashes.length - 1), anyBits(MAX_HAMMING_DISTANCE + 3))
    await fc.assert(
      fc.asyncProperty(changes, async ([at, bits]) => {
        const hash = toHash(flipBits(hashes[at] ?? 0n, bits))
        const all = await sql<{ isThere: boolean }>`
          select exists (select from task_photos
            where bit_count(look # ('x' || ${hash}::text)::bit(64)) <= ${MAX_HAMMING_DISTANCE}) as is_there`.execute(
          db,
        )
        const found = await findSimilarPhoto(db, sha256('another'), hash)
        expect(found).toEqual(all.rows[0]?.isThere ? { workLogId, flag: 'similar_photo' } : null)
        expect(found !== null || bits.length > MAX_HAMMING_DISTANCE).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('finds a photo with the same bytes, even with a different hash', async () => {
    expect(await findSimilarPhoto(db, sha256('photo 7'), toHash(hashes[9] ?? 0n))).toEqual({
      workLogId,
      flag: 'same_photo',
    })
  })

  it('uses the indexes of all bands', async () => {
    const query = selectSimilarPhoto(sha256('another'), toHash(hashes[3] ?? 0n))
    const { rows } = await sql`explain (format json) ${query}`.execute(db)
    const plan = JSON.stringify(rows)
    expect(plan).not.toContain('Seq Scan')
    for (const band of [1, 2, 3, 4]) expect(plan).toContain(`task_photos_look_${band}`)
  })
})
