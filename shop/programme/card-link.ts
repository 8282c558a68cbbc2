import { tokenHash } from '#shop/email-token.ts'
import type { LinkSigner } from '#shop/files.ts'

/** The page of a card's link. */
export const JOIN_PATH = '/worker/join'

/**
 * The token of a new card, derived from its id by a key of the shop: the page that prints a card can show it again, and the
 * database alone opens none.
 */
export function cardToken(cardKeys: LinkSigner, cardId: string): string {
  return cardKeys.sign(signed(cardId))
}

/** The token that a card was made with, maybe by an older key; null when that key is gone. */
export function storedCardToken(
  cardKeys: LinkSigner,
  { id, tokenHash: stored }: { id: string; tokenHash: string },
): string | null {
  return cardKeys.signatures(signed(id)).find((token) => tokenHash(token) === stored) ?? null
}

/** True for a token that a key of today made: a card ends with its key. */
export function isCardToken(cardKeys: LinkSigner, cardId: string, token: string): boolean {
  return cardKeys.isProof(signed(cardId), token)
}

function signed(cardId: string): string {
  return `worker card ${cardId}`
}

/** The link of a card: 'https://…/worker/join?card=…'. */
export function cardLink(origin: string, token: string): string {
  return `${origin}${JOIN_PATH}?card=${token}`
}
