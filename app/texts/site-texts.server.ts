import type { RequestContext } from '#app/request/context.server.ts'
import { HOME_DOCUMENT, homeTexts, OFFERS_DOCUMENT, offerLines } from '#app/texts/documents.ts'
import type { HomeTexts } from '#content/home.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { offerPromises } from '#shop/pricing/first-order-offer.ts'
import { type TextDocument, type TextValues, validTexts } from '#shop/texts/site-text.ts'

type Source = Pick<RequestContext, 'ctx' | 'texts'>

export async function textsNow(document: TextDocument, { texts }: Pick<Source, 'texts'>) {
  return validTexts(document, (await texts.get())[document.name] ?? {})
}

export async function homeTextsNow(source: Pick<Source, 'texts'>): Promise<HomeTexts> {
  return homeTexts(await textsNow(HOME_DOCUMENT, source))
}

export async function offersNow(source: Source): Promise<string[]> {
  return offersOf(await textsNow(OFFERS_DOCUMENT, source), source.ctx.config)
}

export function offersOf(values: TextValues, { offers }: Pick<ShopConfig, 'offers'>): string[] {
  return offerLines(values, offerPromises(offers))
}
