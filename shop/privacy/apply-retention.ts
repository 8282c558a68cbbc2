import type { Ctx } from '#shop/ctx.ts'
import { documentKey, type InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { removePhotos } from '#shop/orders/request-photos.flow.ts'
import { photosToRemove } from '#shop/orders/request-photos.sql.ts'
import {
  eraseBuyers,
  hasRowOfFile,
  markPhotosRemoved,
  photosOfOldTasks,
  runStatement,
} from '#shop/privacy/retention.sql.ts'
import { daysBefore, KEPT_DAYS, RETENTION_STEPS, type RetentionStep } from '#shop/privacy/retention.ts'
import { smallKey } from '#shop/programme/signed-url.ts'
import { transact } from '#shop/transaction.ts'

type Wanted = Pick<Ctx, 'db' | 'files' | 'now'>

/** Few, so that nobody waits for locks. */
const ROWS_AT_ONCE = 500
/** Files are removed one after another. */
const FILES_AT_ONCE = 100
/** The next night goes on. */
const MAX_BATCHES = 400

/** `problem` null: completed. */
export type StepOutcome = { step: RetentionStep; count: number; problem: unknown }

/** Deletes expired data in small batches. A failing step does not stop others; may run twice. */
export async function applyRetention(ctx: Wanted, steps: readonly RetentionStep[] = RETENTION_STEPS) {
  const outcomes: StepOutcome[] = []
  for (const step of steps) outcomes.push(await runStep(ctx, step))
  return outcomes
}

async function runStep(ctx: Wanted, step: RetentionStep): Promise<StepOutcome> {
  let count = 0
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const changed = await runBatch(ctx, step)
      count += changed
      if (changed === 0) break
    }
    return { step, count, problem: null }
  } catch (problem) {
    return { step, count, problem }
  }
}

function runBatch(ctx: Wanted, step: RetentionStep): Promise<number> {
  if (step === 'request-photos') return removeRequestPhotos(ctx)
  if (step === 'task-photos') return removeTaskPhotos(ctx)
  if (step === 'invoices') return eraseOldBuyers(ctx)
  return runStatement(ctx.db, step, { now: ctx.now, limit: ROWS_AT_ONCE })
}

/** Removes files before the commit against a crash, and after it: a download may have stored them again. */
async function eraseOldBuyers({ db, files, now }: Wanted): Promise<number> {
  const erase = async (trx: Ctx['db']) => {
    const erased = await eraseBuyers(trx, { now, limit: FILES_AT_ONCE })
    await removeDocuments(files, erased.documents)
    return erased
  }
  const { documents, addresses } = await transact({ db }, erase)
  await removeDocuments(files, documents)
  return documents.length + addresses
}

async function removeDocuments(files: Ctx['files'], documents: readonly InvoiceDocument[]) {
  for (const document of documents) await files.remove(documentKey(document))
}

async function removeRequestPhotos({ db, files, now }: Wanted): Promise<number> {
  const decidedBefore = daysBefore(now, KEPT_DAYS.requestPhotos)
  return removePhotos({ db, files }, await photosToRemove(db, { now, decidedBefore, limit: FILES_AT_ONCE }))
}

/** Files first, so that a crash leaves none behind. */
async function removeTaskPhotos({ db, files, now }: Wanted): Promise<number> {
  const { photos, examples } = await photosOfOldTasks(db, { now, limit: FILES_AT_ONCE })
  for (const { fileKey } of [...photos, ...examples]) {
    await files.remove(fileKey)
    await files.remove(smallKey(fileKey))
  }
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return markPhotosRemoved(db, { photos: idsOf(photos), examples: idsOf(examples) }, now)
}

/** Their process died, or its commit failed. */
export async function removeUnkeptFiles(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  { id, keys }: { id: string; keys: readonly string[] },
): Promise<void> {
  if (await hasRowOfFile(db, id)) return
  for (const key of keys) await files.remove(key)
}
