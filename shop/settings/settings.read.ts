/** Reads the settings that owners saved. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { fromText } from '#shop/field.ts'
import { SETTING_NAMES, type SettingValues, settingField } from '#shop/setting-fields.ts'

/** Texts of the settings that owners changed, by name. */
export type SettingTexts = Readonly<Record<string, string>>

export type SavedSettings = { version: number; texts: SettingTexts }

/** Returns the newest version. Its number is 0 if no setting was ever changed. */
export async function readSavedSettings(db: Db): Promise<SavedSettings> {
  const row = await db
    .selectFrom('shopSettings')
    .select(['version', sql<SettingTexts>`texts`.as('texts')])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { version: 0, texts: {} }
}

export async function findSettingsSave(db: Db, version: number) {
  return db
    .selectFrom('shopSettings')
    .leftJoin('users', 'users.id', 'shopSettings.savedBy')
    .select(['savedAt', 'users.fullName as savedBy'])
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Returns the values in force. Ignores a saved text that is no longer valid. */
export function valuesInForce(first: SettingValues, { texts }: Pick<SavedSettings, 'texts'>): SettingValues {
  const pairs = SETTING_NAMES.map((name) => {
    const [field, text] = [settingField(name), texts[name]]
    const parsed = text === undefined ? null : field.schema.safeParse(fromText(field, text))
    return [name, parsed?.success ? parsed.data : first[name]]
  })
  return Object.fromEntries(pairs)
}
