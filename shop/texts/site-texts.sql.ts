/** The only place that writes the shop's edited texts. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { TextValues } from '#shop/texts/site-text.ts'

export type SavedText = {
  document: string
  /** The version that the admin saw; 0: none. */
  seen: number
  fields: TextValues
  restored: number | null
  savedBy: string | null
  savedAt: Date
}

/** 0 if never edited. */
export async function newestVersion(db: Db, document: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from site_texts where document = ${document}`.execute(db)
  return rows[0]?.version ?? 0
}

/** Returns the number after `seen`; null if another was saved meanwhile. */
export async function insertVersion(db: Db, { seen, fields, ...text }: SavedText): Promise<number | null> {
  const version = seen + 1
  const isNewest = sql<boolean>`(
    select coalesce(max(version), 0) from site_texts where document = ${text.document}
  ) = ${seen}`
  const row = await db
    .insertInto('siteTexts')
    .columns(['document', 'version', 'fields', 'restored', 'savedBy', 'savedAt'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`${text.document}`.as('document'),
          sql<number>`${version}::integer`.as('version'),
          sql<string>`${JSON.stringify(fields)}::jsonb`.as('fields'),
          sql<number | null>`${text.restored}::integer`.as('restored'),
          sql<string | null>`${text.savedBy}::uuid`.as('savedBy'),
          sql<Date>`${text.savedAt}::timestamptz`.as('savedAt'),
        ])
        .where(isNewest),
    )
    .onConflict((conflict) => conflict.columns(['document', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}
