import type { Settings } from '#infra/config/settings.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import type { Db, ShopConfig } from '#shop/ctx.ts'
import { policiesOf } from '#shop/settings/policies.ts'
import { readSavedSettings, type SavedSettings, valuesInForce } from '#shop/settings/settings.read.ts'

type Sources = { db: Db; catalogueEvents: Pick<CatalogueEvents, 'onSettings'> }

/** Returns a function that returns the current configuration. An event tells every process of an owner's change. */
export async function followSettings(settings: Settings, { db, catalogueEvents }: Sources) {
  let version = 0
  let config = shopConfig(settings, { texts: {} })
  const reload = async () => {
    const saved = await readSavedSettings(db)
    if (saved.version <= version) return false
    version = saved.version
    config = shopConfig(settings, saved)
    return true
  }
  // Registered before the first read, which would otherwise miss a change during the read.
  catalogueEvents.onSettings(reload)
  await reload()
  return () => config
}

function shopConfig(settings: Settings, saved: Pick<SavedSettings, 'texts'>): ShopConfig {
  const { demo: isDemo, brand, origin, taxes, cards, features, firstSettings, mail } = settings
  return {
    ...{ isDemo, brand, origin, taxes, features, firstSettings },
    cardHoldMinutes: cards.holdMinutes,
    ...policiesOf(valuesInForce(firstSettings, saved), mail.support),
  }
}
