import { data } from 'react-router'
import { confirmFirst } from '#app/request/guards.server.ts'
import { qrCode } from '#app/request/qr-code.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { cardLink, storedCardToken } from '#shop/programme/card-link.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { type ListedCard, listCards } from '#shop/programme/sign-in.read.ts'

/**
 * Returns the cards in this scope that were made together, to print or to show. Leaves out the link of a used or
 * replaced card.
 * Throws 404 if there are none. Asks for the second factor first if links are shown and it is stale.
 */
export async function loadCards(ctx: Ctx, url: URL, batchId: string, scope: GroupScope) {
  const { db, config, cardKeys, now } = ctx
  const cards = await listCards(db, batchId, { scope, now })
  if (cards.length === 0) throw data(null, { status: 404 })
  // Anyone who reads a card's link can sign in as the worker.
  if (cards.some(({ state }) => state === 'open') && !isFresh(ctx)) throw confirmFirst(url)
  const { brand, origin } = config
  const sheets = cards.map(({ tokenHash, ...card }) => {
    const token = card.state === 'open' ? storedCardToken(cardKeys, { id: card.id, tokenHash }) : null
    // A worker without a phone number cannot sign in with a PIN.
    if (token === null || card.phone === null) return { ...card, open: null }
    const link = cardLink(origin, token)
    return { ...card, open: { link, code: qrCode(link), message: messageLink(card, { brand, link }) } }
  })
  return { brand, cards: sheets }
}

/** Returns a link that opens WhatsApp with a message to the worker, in Hindi and English. */
function messageLink(
  { fullName, phone }: Pick<ListedCard, 'fullName' | 'phone'>,
  { brand, link }: { brand: string; link: string },
): string {
  const name = fullName.split(' ')[0] ?? fullName
  const text = [
    `नमस्ते ${name} जी, ${brand} का काम अपने फ़ोन पर देखने के लिए यह लिंक खोलें और अपना पिन चुनें। यह लिंक 3 दिन चलता है। इसे किसी और को न भेजें।`,
    `Namaste ${name}, open this link to see your work with ${brand} on your phone, and choose a PIN. It works for 3 days. Do not send it to anyone else.`,
    link,
  ].join('\n\n')
  return `https://wa.me/91${phone}?${new URLSearchParams({ text })}`
}
