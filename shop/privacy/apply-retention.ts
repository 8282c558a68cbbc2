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
import { daysBefore, RETENTION_DAYS, RETENTION_STEPS, type RetentionStep } from '#shop/privacy/retention.ts'
import { smallKey } from '#shop/programme/signed-url.ts'
import { transact } from '#shop/transaction.ts'

type RetentionCtx = Pick<Ctx, 'db' | 'files' | 'now'>

/** Small, so that other transactions wait only briefly for locks. */
const ROWS_AT_ONCE = 500
/** Files are removed one after another. */
const FILES_AT_ONCE = 100
/** Batches per step and night; the next night continues. */
const MAX_BATCHES = 400

/** `count`: rows changed. `problem`: the error that ended the step, or null. */
export type StepOutcome = { step: RetentionStep; count: number; problem: unknown }

/** Deletes expired data in small batches. A failing step does not stop others. Idempotent. */
export async function applyRetention(ctx: RetentionCtx, steps: readonly RetentionStep[] = RETENTION_STEPS) {
  const outcomes: StepOutcome[] = []
  for (const step of steps) outcomes.push(await runStep(ctx, step))
  return outcomes
}

async function runStep(ctx: RetentionCtx, step: RetentionStep): Promise<StepOutcome> {
  let count = 0
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const rows = await runBatch(ctx, step)
      count += rows
      if (rows === 0) break
    }
    return { step, count, problem: null }
  } catch (problem) {
    return { step, count, problem }
  }
}

function runBatch(ctx: RetentionCtx, step: RetentionStep): Promise<number> {
  if (step === 'request-photos') return removeRequestPhotos(ctx)
  if (step === 'task-photos') return removeTaskPhotos(ctx)
  if (step === 'invoices') return eraseOldBuyers(ctx)
  return runStatement(ctx.db, step, { now: ctx.now, limit: ROWS_AT_ONCE })
}

/**
 * Removes files both before and after the commit: before it in case of a crash, after it in case a download has
 * stored them again.
 */
async function eraseOldBuyers({ db, files, now }: RetentionCtx): Promise<number> {
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

async function removeRequestPhotos({ db, files, now }: RetentionCtx): Promise<number> {
  const decidedBefore = daysBefore(now, RETENTION_DAYS.requestPhotos)
  return removePhotos({ db, files }, await photosToRemove(db, { now, decidedBefore, limit: FILES_AT_ONCE }))
}

/** Removes files before it marks their rows, so that a crash leaves no file behind. */
async function removeTaskPhotos({ db, files, now }: RetentionCtx): Promise<number> {
  const { photos, examples } = await photosOfOldTasks(db, { now, limit: FILES_AT_ONCE })
  for (const { fileKey } of [...photos, ...examples]) {
    await files.remove(fileKey)
    await files.remove(smallKey(fileKey))
  }
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return markPhotosRemoved(db, { photos: idsOf(photos), examples: idsOf(examples) }, now)
}

/** Removes files that have no row, because their process died or its commit failed. */
export async function removeOrphanFiles(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  { id, keys }: { id: string; keys: readonly string[] },
): Promise<void> {
  if (await hasRowOfFile(db, id)) return
  for (const key of keys) await files.remove(key)
}
