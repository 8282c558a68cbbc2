/** The only place that writes settings. */
import type { Insertable } from 'kysely'
import type { ShopSettings } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import type { SettingTexts } from '#shop/settings/settings.read.ts'

/** Returns false if this version already exists. */
export async function insertSettings(
  db: Db,
  { texts, ...row }: Omit<Insertable<ShopSettings>, 'texts'> & { texts: SettingTexts },
): Promise<boolean> {
  const inserted = await db
    .insertInto('shopSettings')
    .values({ ...row, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}
