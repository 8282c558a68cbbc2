import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import {
  countSimilarPhotos,
  findSimilarPhoto,
  MAX_HAMMING_DISTANCE,
  nearBands,
} from '#shop/programme/photos.sql.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const asAdmin = ctx(await makeUser(db, { staffRole: 'owner' }))
const workLogId = await makeTask(asAdmin, await makeWorker(asAdmin))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const toLook = (bits: bigint) => bits.toString(16).padStart(16, '0')
const anyLook = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const bitsOff = (most: number) => fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: most })
const flipped = (look: bigint, bits: number[]) =>
  bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), look)

it('has a band within one bit of every look that is alike', () => {
  fc.assert(
    fc.property(anyLook, bitsOff(MAX_HAMMING_DISTANCE), (look, bits) => {
      const other = nearBands(toLook(flipped(look, bits))).map(([value]) => value)
      expect(nearBands(toLook(look)).some((near, band) => near.includes(other[band] ?? -1))).toBe(true)
    }),
    { numRuns: 100 },
  )
})

describe('among 20,000 photos', () => {
  const looks: bigint[] = []
  // Deterministic numbers spread over all 64 bits.
  for (let value = 1n; looks.length < 20_000; ) {
    value = BigInt.asUintN(64, value * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
    looks.push(value ^ (value >> 29n))
  }

  beforeAll(async () => {
    const rows = looks.map((look, at) => ({ look: toLook(look), sha: sha256(`photo ${at}`) }))
    await sql`
      insert into task_photos (id, work_log_id, file_key, sha256, stored_sha256, width, height, look, created_at)
      select gen_random_uuid(), ${workLogId}, 'none', sha, sha, 1, 1, ('x' || look)::bit(64), now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as photo(look text, sha text)`.execute(db)
    await sql`analyze task_photos`.execute(db)
  })

  it('finds one whenever reading all of them would', async () => {
    const changes = fc.tuple(fc.nat(looks.length - 1), bitsOff(MAX_HAMMING_DISTANCE + 3))
    await fc.assert(
      fc.asyncProperty(changes, async ([at, bits]) => {
        const wanted = toLook(flipped(looks[at] ?? 0n, bits))
        const all = await sql<{ isThere: boolean }>`
          select exists (select from task_photos
            where bit_count(look # ('x' || ${wanted}::text)::bit(64)) <= ${MAX_HAMMING_DISTANCE}) as is_there`.execute(
          db,
        )
        const found = await findSimilarPhoto(db, sha256('another'), wanted)
        expect(found).toEqual(all.rows[0]?.isThere ? { workLogId, flag: 'similar_photo' } : null)
        expect(found !== null || bits.length > MAX_HAMMING_DISTANCE).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('knows the same bytes whatever they look like', async () => {
    expect(await findSimilarPhoto(db, sha256('photo 7'), toLook(looks[9] ?? 0n))).toEqual({
      workLogId,
      flag: 'same_photo',
    })
  })

  it('reads only what the indexes name', async () => {
    const query = countSimilarPhotos(sha256('another'), toLook(looks[3] ?? 0n))
    const { rows } = await sql`explain (format json) ${query}`.execute(db)
    const plan = JSON.stringify(rows)
    expect(plan).not.toContain('Seq Scan')
    for (const band of [1, 2, 3, 4]) expect(plan).toContain(`task_photos_look_${band}`)
  })
})
