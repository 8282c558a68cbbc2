import { recordChange } from '#shop/audit/audit.sql.ts'
import {
  type DraftBase,
  type DraftConflict,
  type DraftContent,
  type DraftGone,
  type DraftRef,
  MAX_DRAFT_BYTES,
  MAX_DRAFTS,
} from '#shop/catalogue/draft.ts'
import {
  countDraftsOf,
  holdProduct,
  insertDraft,
  takeDraft,
  updateDraft,
  whyNot,
} from '#shop/catalogue/drafts.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type SaveDraftRefusal =
  | { ok: false; reason: 'not_allowed' }
  | { ok: false; reason: 'product_not_found' }
  | { ok: false; reason: 'draft_too_large' }
  | { ok: false; reason: 'too_many_drafts' }
  | DraftConflict
  | DraftGone

export type DraftToSave = DraftBase & {
  /** The draft that the form showed, at its version; null when it showed none. */
  draft: DraftRef | null
  /** Null for a new product. */
  productId: string | null
  content: DraftContent
}

/**
 * An admin keeps what was typed into a product's form, without changing the product. Of two who save the same draft at the
 * same time the second is refused. Returns the draft at its new version.
 */
export async function saveDraft(
  ctx: Ctx,
  { draft, productId, ...given }: DraftToSave,
): Promise<Result<DraftRef, SaveDraftRefusal>> {
  const { actor, now } = ctx
  if (!may(actor, 'catalogue')) return err('not_allowed')
  if (Buffer.byteLength(JSON.stringify(given.content)) > MAX_DRAFT_BYTES) return err('draft_too_large')
  const written = { ...given, savedBy: actor.id, now }
  return inTransaction<DraftRef, SaveDraftRefusal>(ctx, async (db) => {
    if (draft) {
      const saved = isUuid(draft.id) ? await updateDraft(db, draft, { ...written, productId }) : null
      return saved ? ok(saved) : isUuid(draft.id) ? whyNot(db, 'id', draft.id) : err('draft_not_found')
    }
    if ((await countDraftsOf(db, actor.id)) >= MAX_DRAFTS) return err('too_many_drafts')
    if (productId !== null && !(isUuid(productId) && (await holdProduct(db, productId))))
      return err('product_not_found')
    const begun = await insertDraft(db, { ...written, productId })
    if (!begun) return whyNot(db, 'productId', productId ?? '')
    const { name = '' } = given.content.texts
    await recordChange(db, {
      ...{ actorId: actor.id, action: 'create', entity: 'draft', entityId: begun.id, now },
      ...{ before: null, after: { productId, name } },
    })
    return ok(begun)
  })
}

export type DeleteDraftRefusal = { ok: false; reason: 'not_allowed' } | DraftConflict | DraftGone

/** An admin gives up a draft, unless somebody has saved it since; the product stays as it is. */
export async function deleteDraft(ctx: Ctx, draft: DraftRef): Promise<Result<null, DeleteDraftRefusal>> {
  const { actor, now } = ctx
  if (!may(actor, 'catalogue')) return err('not_allowed')
  if (!isUuid(draft.id)) return err('draft_not_found')
  return inTransaction<null, DeleteDraftRefusal>(ctx, async (db) => {
    const taken = await takeDraft(db, draft)
    if (!taken.ok) return taken
    const { productId, name } = taken
    await recordChange(db, {
      ...{ actorId: actor.id, action: 'delete', entity: 'draft', entityId: draft.id, now },
      ...{ before: { productId, name }, after: null },
    })
    return ok(null)
  })
}
