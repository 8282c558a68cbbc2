import type { LinkSigner } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'

export const JOIN_PATH = '/worker/join'

/** Returns the token of a new card: its id signed with a key that is not in the database. */
export function cardToken(cardKeys: LinkSigner, cardId: string): string {
  return cardKeys.sign(textOf(cardId))
}

/** Returns a card's token, computed with the key that made it. Null if the shop no longer has that key. */
export function storedCardToken(
  cardKeys: LinkSigner,
  { id, tokenHash: stored }: { id: string; tokenHash: string },
): string | null {
  return cardKeys.signatures(textOf(id)).find((token) => tokenHash(token) === stored) ?? null
}

/** True if a current key made the token. */
export function isCardToken(cardKeys: LinkSigner, cardId: string, token: string): boolean {
  return cardKeys.isProof(textOf(cardId), token)
}

function textOf(cardId: string): string {
  return `worker card ${cardId}`
}

export function cardLink(origin: string, token: string): string {
  return `${origin}${JOIN_PATH}?card=${token}`
}
