import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import {
  cleanTexts,
  overridesOf,
  type TextDocument,
  type TextValues,
  textProblems,
  validTexts,
} from '#shop/texts/site-text.ts'
import { findTextVersion } from '#shop/texts/site-texts.read.ts'
import { insertVersion, newestVersion } from '#shop/texts/site-texts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `isChanged`: false if no text differed and therefore no version was saved. */
export type SavedVersion = { version: number; isChanged: boolean }

/** Saves a new version if a text differs. `seen`: the version shown in the form, 0 for the original texts. */
export async function saveSiteText(
  ctx: Ctx,
  document: TextDocument,
  { seen, typed }: { seen: number; typed: TextValues },
) {
  if (!may(ctx.actor, 'texts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const values = cleanTexts(document, typed)
  const problems = textProblems(document, values)
  if (Object.keys(problems).length > 0) return err('text_invalid', { problems })
  return saveVersion(ctx, document, { seen, restored: null, overrides: overridesOf(document, values) })
}

/** Saves an earlier version as the newest. `version` 0: the original texts. */
export async function restoreSiteText(
  ctx: Ctx,
  document: TextDocument,
  { seen, version }: { seen: number; version: number },
) {
  if (!may(ctx.actor, 'texts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const target = version === 0 ? { fields: {} } : await findTextVersion(ctx.db, document.name, version)
  if (!target) return err('text_version_not_found')
  return saveVersion(ctx, document, { seen, restored: version, overrides: target.fields })
}

type VersionInput = { seen: number; restored: number | null; overrides: TextValues }

async function saveVersion(ctx: Ctx, document: TextDocument, { seen, restored, overrides }: VersionInput) {
  const { actor, now } = ctx
  const savedBy = actor.kind === 'person' ? actor.id : null
  return inTransaction(ctx, async (db) => {
    const last = seen === 0 ? { fields: {} } : await findTextVersion(db, document.name, seen)
    if (!last) return err('text_version_not_found')
    if ((await newestVersion(db, document.name)) !== seen) return err('edit_conflict')
    if (sameTexts(last.fields, overrides)) return ok({ version: seen, isChanged: false })
    const row = { document: document.name, seen, fields: overrides, restored, savedBy, savedAt: now }
    const version = await insertVersion(db, row)
    if (version === null) return err('edit_conflict')
    await recordChange(db, {
      ...{ actorId: savedBy, action: restored === null ? 'update' : 'restore', entity: 'text' },
      ...{ before: validTexts(document, last.fields), after: validTexts(document, overrides) },
      ...{ entityId: document.name, now },
    })
    return ok({ version, isChanged: true })
  })
}

function sameTexts(texts: TextValues, other: TextValues): boolean {
  const keys = new Set([...Object.keys(texts), ...Object.keys(other)])
  return [...keys].every((key) => texts[key] === other[key])
}
