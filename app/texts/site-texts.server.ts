import type { RequestContext } from '#app/request/context.server.ts'
import { HOME_DOCUMENT, homeTexts, OFFERS_DOCUMENT, offerLines } from '#app/texts/documents.ts'
import type { HomeTexts } from '#content/home.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { offerPromises } from '#shop/pricing/first-order-offer.ts'
import { shownTexts, type TextDocument, type TextValues } from '#shop/texts/site-text.ts'

type Source = Pick<RequestContext, 'ctx' | 'texts'>

/** The texts of a document as the shop shows them now, by field. */
export async function textsNow(
  document: TextDocument,
  { texts }: Pick<Source, 'texts'>,
): Promise<TextValues> {
  return shownTexts(document, (await texts.get())[document.name] ?? {})
}

/** The words of the front page. */
export async function homeTextsNow(source: Pick<Source, 'texts'>): Promise<HomeTexts> {
  return homeTexts(await textsNow(HOME_DOCUMENT, source))
}

/** The lines of the offers strip. */
export async function offersNow(source: Source): Promise<string[]> {
  return offersOf(await textsNow(OFFERS_DOCUMENT, source), source.ctx.config)
}

/** The lines of the offers strip with these texts. */
export function offersOf(values: TextValues, { offers }: Pick<ShopConfig, 'offers'>): string[] {
  return offerLines(values, offerPromises(offers))
}
