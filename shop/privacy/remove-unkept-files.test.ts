import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { storePicture } from '#shop/catalogue/product-pictures.ts'
import type { FileStore } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { removeUnkeptFiles } from '#shop/privacy/apply-retention.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { queued } from '#tests/queued.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, files, ctx } = shop
const { admin, started } = await story(shop)
const worker = await makeWorker(ctx(admin))

/** The keys that the last job names, and those of them that exist once it has run. */
async function clearedAway() {
  const last = (await queued(db, 'unkept-files')).at(-1)
  if (!last) throw new Error('no job was queued')
  await removeUnkeptFiles(ctx(), last)
  const left: string[] = []
  for (const key of last.keys) if (await files.read(key)) left.push(key)
  return { keys: last.keys, left }
}

it('files of a photo that was kept stay when they are looked at an hour later', async () => {
  const workLogId = await started(worker)
  expect((await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(1) })).ok).toBe(true)
  const { rows } = await sql<{ at: Date }>`
    select distinct start_after as at from pgboss.job where name = 'unkept-files'`.execute(db)
  expect(rows).toEqual([{ at: new Date(NOW.getTime() + HOUR_MS) }])
  const { keys, left } = await clearedAway()
  expect(keys).toHaveLength(2)
  expect(left).toEqual(keys)
})

it('files are removed when what should follow them never came', async () => {
  const workLogId = await started(worker)
  let puts = 0
  const brokenOff: FileStore = {
    ...files,
    put: (...file) => (++puts === 2 ? Promise.reject(new Error('cut off')) : files.put(...file)),
  }
  const bytes = await phonePhoto(2)
  await expect(submitPhoto(ctx(worker, { files: brokenOff }), { workLogId, bytes })).rejects.toThrow(
    'cut off',
  )
  const [first] = (await queued(db, 'unkept-files')).at(-1)?.keys ?? []
  expect(await files.read(first ?? '')).not.toBeNull()
  expect((await clearedAway()).left).toEqual([])
})

it('the copies of a product’s picture stay with its row, and go without it', async () => {
  expect((await storePicture(ctx(admin), { bytes: await phonePhoto(3), productId: null })).ok).toBe(true)
  const { keys, left } = await clearedAway()
  expect(keys.length).toBeGreaterThan(1)
  expect(left).toEqual(keys)
  await db.deleteFrom('pictures').execute()
  expect((await clearedAway()).left).toEqual([])
})
