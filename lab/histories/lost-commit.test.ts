import { expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { openDatabase } from '#infra/database/open.ts'
import { openStatementGate } from '#lab/crash-points/statement-gate.ts'
import { removeOrphanFiles } from '#shop/privacy/apply-retention.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { readJobs } from '#tests/queued.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, files, ctx, url } = shop
const { asAdmin, makeStartedTask } = await story(shop)

it('a photo keeps its files if only the response to its commit is lost', async () => {
  const worker = await makeWorker(asAdmin)
  const workLogId = await makeStartedTask(worker)
  const gate = await openStatementGate(url, {
    onSent: () => false,
    onDone({ sql: statement }) {
      if (statement === 'commit') setImmediate(gate.close)
      return statement === 'commit'
    },
  })
  gate.open()
  const gated = openDatabase({ url: gate.url, poolSize: 2, onError: () => {} })
  const photo = { workLogId, bytes: await phonePhoto(4) }
  await expect(submitPhoto(ctx(worker, { db: gated.db }), photo)).rejects.toThrow()
  await gated.close()
  const [job] = await readJobs(db, 'unkept-files')
  if (!job) throw new Error('no job was queued')
  await removeOrphanFiles(ctx(), job)
  for (const key of job.keys) expect(await files.read(key)).not.toBeNull()
  expect(await submitPhoto(ctx(worker), photo)).toMatchObject({ ok: true, value: { repeated: true } })
})
