/** Reads edited texts, for pages and their editor. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { TextValues } from '#shop/texts/site-text.ts'

/** Differences from the program's own texts, by document. */
export type EditedTexts = Readonly<Record<string, TextValues>>

const FIELDS = sql<TextValues>`fields`.as('fields')

/** Reads the newest version of each document. */
export async function listEditedTexts(db: Db): Promise<EditedTexts> {
  const rows = await db
    .selectFrom('siteTexts')
    .distinctOn('document')
    .select(['document', FIELDS])
    .orderBy('document')
    .orderBy('version', 'desc')
    .execute()
  return Object.fromEntries(rows.map(({ document, fields }) => [document, fields]))
}

const versions = (db: Db) =>
  db
    .selectFrom('siteTexts')
    .leftJoin('users', 'users.id', 'siteTexts.savedBy')
    .select(['version', FIELDS, 'restored', 'savedAt', 'users.fullName as savedBy'])

/** Lists versions, newest first. `before`: only versions older than this one. */
export async function listTextVersions(
  db: Db,
  document: string,
  { limit, ...position }: { limit: number; before?: number | undefined },
) {
  let query = versions(db).where('document', '=', document)
  if (position.before !== undefined) query = query.where('version', '<', position.before)
  return query.orderBy('version', 'desc').limit(limit).execute()
}

/** Returns a version, or undefined if it does not exist. */
export async function findTextVersion(db: Db, document: string, version: number) {
  return versions(db).where('document', '=', document).where('version', '=', version).executeTakeFirst()
}

export async function listLastSaves(db: Db) {
  return db
    .selectFrom('siteTexts')
    .leftJoin('users', 'users.id', 'siteTexts.savedBy')
    .distinctOn('document')
    .select(['document', 'version', 'savedAt', 'users.fullName as savedBy'])
    .orderBy('document')
    .orderBy('version', 'desc')
    .execute()
}
