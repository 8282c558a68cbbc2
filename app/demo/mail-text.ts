/** A piece of a mail's text; with `href` it is a link. */
export type TextPart = { text: string; href: string | null }

const WEB_LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/**
 * A mail's text in pieces, its web links found. Links to the shop itself become paths, so that whoever opened it under
 * another of its names (localhost for 127.0.0.1) stays there, with cart and session.
 */
export function textParts(text: string, origin: string): TextPart[] {
  // Splitting by a pattern with a group gives text and links in turn.
  const parts = text.split(WEB_LINK).map((part, index) => ({
    text: part,
    href: index % 2 === 1 ? withinShop(part, origin) : null,
  }))
  return parts.filter((part) => part.text !== '')
}

function withinShop(link: string, origin: string): string {
  return link.startsWith(`${origin}/`) ? link.slice(origin.length) : link
}
