import type { LinkSigner } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'

export const JOIN_PATH = '/worker/join'

/** Returns the token of a new card, derived from its id by a key that is not in the database. */
export function cardToken(cardKeys: LinkSigner, cardId: string): string {
  return cardKeys.sign(signed(cardId))
}

/** Returns the token that a card was made with, by any key that the shop still has; null without it. */
export function storedCardToken(
  cardKeys: LinkSigner,
  { id, tokenHash: stored }: { id: string; tokenHash: string },
): string | null {
  return cardKeys.signatures(signed(id)).find((token) => tokenHash(token) === stored) ?? null
}

/** True for a token made by a current key. */
export function isCardToken(cardKeys: LinkSigner, cardId: string, token: string): boolean {
  return cardKeys.isProof(signed(cardId), token)
}

function signed(cardId: string): string {
  return `worker card ${cardId}`
}

export function cardLink(origin: string, token: string): string {
  return `${origin}${JOIN_PATH}?card=${token}`
}
