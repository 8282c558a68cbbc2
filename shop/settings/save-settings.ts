import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Field, toText } from '#shop/field.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import {
  isGstinOfState,
  REQUIRED_OF_SELLER,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
  settingField,
} from '#shop/setting-fields.ts'
import { readSavedSettings, valuesInForce } from '#shop/settings/settings.read.ts'
import { insertSettings } from '#shop/settings/settings.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** A change of either saves both, since a saved GSTIN may not fit the state that is set in the environment. */
const TAX_PLACE: readonly SettingName[] = ['sellerGstin', 'sellerState']

/** Saves the settings that differ from the current settings. `seen`: the version shown in the form. */
export async function saveSettings(ctx: Ctx, { seen, values }: { seen: number; values: SettingValues }) {
  const { actor, now, config } = ctx
  if (!may(actor, 'settings')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const missing = config.isDemo ? undefined : REQUIRED_OF_SELLER.find((name) => values[name] === null)
  if (missing) return err('seller_incomplete', { field: missing })
  if (!isGstinOfState(values)) return err('gstin_of_another_state')
  return inTransaction(ctx, async (db) => {
    const saved = await readSavedSettings(db)
    if (saved.version !== seen) return err('edit_conflict')
    const previous = valuesInForce(config.firstSettings, saved)
    const changed = SETTING_NAMES.filter((name) => values[name] !== previous[name])
    if (changed.length === 0) return ok({ isChanged: false })
    const textOf = (name: SettingName) => toText(settingField(name).kind, values[name])
    const stored = changed.some((name) => TAX_PLACE.includes(name)) ? [...changed, ...TAX_PLACE] : changed
    const texts = { ...saved.texts, ...Object.fromEntries(stored.map((name) => [name, textOf(name)])) }
    if (!(await insertSettings(db, { version: seen + 1, texts, savedBy: actor.id, savedAt: now })))
      return err('edit_conflict')
    const [oldWords, newWords] = [inWords(changed, previous), inWords(changed, values)]
    await recordAction(db, ctx, 'change settings', 'setting', 'shop', oldWords, newWords)
    return ok({ isChanged: true })
  })
}

function inWords(names: readonly SettingName[], values: SettingValues) {
  return Object.fromEntries(names.map((name) => [name, valueInWords(settingField(name), values[name])]))
}

/** Returns '₹49.50', '2-3 working days' or 'yes'; null for no value. */
function valueInWords({ kind, unit }: Pick<Field, 'kind' | 'unit'>, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = toText(kind, value)
  if (text === '') return null
  if (unit === undefined) return text
  return unit === '₹' ? `₹${text}` : `${text}${unit === '%' ? '' : ' '}${unit}`
}
