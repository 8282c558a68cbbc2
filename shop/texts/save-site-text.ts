import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import {
  overridesOf,
  shownTexts,
  type TextDocument,
  type TextValues,
  textProblems,
  tidyTexts,
} from '#shop/texts/site-text.ts'
import { findTextVersion } from '#shop/texts/site-texts.read.ts'
import { insertVersion, newestVersion } from '#shop/texts/site-texts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `isChanged`: a new version. */
export type SavedVersion = { version: number; isChanged: boolean }

/** Saves a new version if a text differs. `seen`: the edited version, 0 for the program's own texts. */
export async function saveSiteText(
  ctx: Ctx,
  document: TextDocument,
  { seen, typed }: { seen: number; typed: TextValues },
) {
  if (!may(ctx.actor, 'texts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const values = tidyTexts(document, typed)
  const problems = textProblems(document, values)
  if (Object.keys(problems).length > 0) return err('text_invalid', { problems })
  return saveVersion(ctx, document, { seen, restored: null, overrides: overridesOf(document, values) })
}

/** Restores a version, 0 for the program's own texts. */
export async function restoreSiteText(
  ctx: Ctx,
  document: TextDocument,
  { seen, version }: { seen: number; version: number },
) {
  if (!may(ctx.actor, 'texts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const earlier = version === 0 ? { fields: {} } : await findTextVersion(ctx.db, document.name, version)
  if (!earlier) return err('text_version_not_found')
  return saveVersion(ctx, document, { seen, restored: version, overrides: earlier.fields })
}

type Version = { seen: number; restored: number | null; overrides: TextValues }

async function saveVersion(ctx: Ctx, document: TextDocument, { seen, restored, overrides }: Version) {
  const { actor, now } = ctx
  const savedBy = actor.kind === 'person' ? actor.id : null
  return inTransaction(ctx, async (db) => {
    const last = seen === 0 ? { fields: {} } : await findTextVersion(db, document.name, seen)
    if (!last) return err('text_version_not_found')
    if ((await newestVersion(db, document.name)) !== seen) return err('edit_conflict')
    if (sameTexts(last.fields, overrides)) return ok({ version: seen, isChanged: false })
    const saved = { document: document.name, seen, fields: overrides, restored, savedBy, savedAt: now }
    const version = await insertVersion(db, saved)
    if (version === null) return err('edit_conflict')
    await recordChange(db, {
      ...{ actorId: savedBy, action: restored === null ? 'update' : 'restore', entity: 'text' },
      ...{ before: shownTexts(document, last.fields), after: shownTexts(document, overrides) },
      ...{ entityId: document.name, now },
    })
    return ok({ version, isChanged: true })
  })
}

function sameTexts(texts: TextValues, other: TextValues): boolean {
  const keys = new Set([...Object.keys(texts), ...Object.keys(other)])
  return [...keys].every((key) => texts[key] === other[key])
}
