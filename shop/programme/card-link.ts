import type { LinkSigner } from '#shop/files.ts'

/** The page of a card's link. */
export const JOIN_PATH = '/worker/join'

/**
 * The token of a card, derived from its id by the shop's secret: the page that prints a card can show it again, and the
 * database alone opens none.
 */
export function cardToken(links: LinkSigner, cardId: string): string {
  return links.sign(`worker card ${cardId}`)
}

/** The link of a card: 'https://…/worker/join?card=…'. */
export function cardLink(origin: string, token: string): string {
  return `${origin}${JOIN_PATH}?card=${token}`
}
