import type { UpdateResult } from 'kysely'
import type { ResealCounts, Sealer } from '#shop/ctx.ts'

/** `replace` writes the new text unless the row has been changed since. */
type EncryptedText = { text: string; place: string; replace(text: string): Promise<UpdateResult> }

/** Re-encrypts texts of an older key or algorithm with the newest key and algorithm. */
export async function resealTexts(sealer: Sealer, texts: readonly EncryptedText[]): Promise<ResealCounts> {
  const counts = { resealed: 0, unopened: 0 }
  for (const { text, place, replace } of texts) {
    const plain = sealer.open(text, place)
    if (plain === null) counts.unopened += 1
    else if (!sealer.isCurrent(text))
      counts.resealed += Number((await replace(sealer.seal(plain, place))).numUpdatedRows)
  }
  return counts
}
