import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { storePicture } from '#shop/catalogue/product-pictures.ts'
import type { FileStore } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { removeOrphanFiles } from '#shop/privacy/apply-retention.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { readJobs } from '#tests/queued.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, files, ctx } = shop
const { admin, makeStartedTask } = await story(shop)
const worker = await makeWorker(ctx(admin))

/** Runs the last cleanup job. Returns the file keys in the job, and the keys whose files still exist. */
async function runLastJob() {
  const last = (await readJobs(db, 'unkept-files')).at(-1)
  if (!last) throw new Error('no job was queued')
  await removeOrphanFiles(ctx(), last)
  const left: string[] = []
  for (const key of last.keys) if (await files.read(key)) left.push(key)
  return { keys: last.keys, left }
}

it('keeps the files of a stored photo when the job runs an hour later', async () => {
  const workLogId = await makeStartedTask(worker)
  expect((await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(1) })).ok).toBe(true)
  const { rows } = await sql<{ at: Date }>`
    select distinct start_after as at from pgboss.job where name = 'unkept-files'`.execute(db)
  expect(rows).toEqual([{ at: new Date(NOW.getTime() + HOUR_MS) }])
  const { keys, left } = await runLastJob()
  expect(keys).toHaveLength(2)
  expect(left).toEqual(keys)
})

it('removes files whose row was never written', async () => {
  const workLogId = await makeStartedTask(worker)
  let puts = 0
  const failingFiles: FileStore = {
    ...files,
    put: (...file) => (++puts === 2 ? Promise.reject(new Error('cut off')) : files.put(...file)),
  }
  const bytes = await phonePhoto(2)
  await expect(submitPhoto(ctx(worker, { files: failingFiles }), { workLogId, bytes })).rejects.toThrow(
    'cut off',
  )
  const [first] = (await readJobs(db, 'unkept-files')).at(-1)?.keys ?? []
  expect(await files.read(first ?? '')).not.toBeNull()
  expect((await runLastJob()).left).toEqual([])
})

it('keeps the copies of a product picture while its row exists, and removes them without it', async () => {
  expect((await storePicture(ctx(admin), { bytes: await phonePhoto(3), productId: null })).ok).toBe(true)
  const { keys, left } = await runLastJob()
  expect(keys.length).toBeGreaterThan(1)
  expect(left).toEqual(keys)
  await db.deleteFrom('pictures').execute()
  expect((await runLastJob()).left).toEqual([])
})
