/**
 * The markup of a newsletter's body: headings, paragraphs, bold, italics, links and lists of Markdown. Everything else,
 * HTML included, is text.
 */
import { Marked, type Token, type Tokens } from 'marked'

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }
  | { kind: 'break' }

export type Block =
  | { kind: 'heading'; level: 2 | 3; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

export type Markup = {
  blocks: Block[]
  /** Targets of links that are neither https nor a path of the shop; their words stay as text. */
  badLinks: string[]
  /** Names of the marks that emails do not have, in the plural; what they mark is text, marks included. */
  unknown: string[]
}

/** What a reading finds besides the blocks. */
type Found = { badLinks: string[]; unknown: Set<string> }

/** Kinds of tokens that stay as they were typed. */
const UNKNOWN: Partial<Record<string, string>> = {
  table: 'tables',
  blockquote: 'quotes',
  code: 'blocks of code',
  codespan: 'code',
  image: 'pictures',
  del: 'strikethrough',
  hr: 'lines across',
  html: 'HTML',
  checkbox: 'boxes to tick',
}

// An address that is written out stays text: only what its author marks is a link.
const reader = new Marked({ tokenizer: { url: () => undefined } })

/** Reads a body. Never throws; any text is a valid body, and one nested too deeply is a single paragraph. */
export function readMarkup(body: string): Markup {
  const found: Found = { badLinks: [], unknown: new Set() }
  const blocks = tokensOf(body).flatMap((token) => blockOf(token, found))
  return { blocks, badLinks: found.badLinks, unknown: [...found.unknown] }
}

function note({ type }: Token, { unknown }: Found): void {
  const name = UNKNOWN[type]
  if (name) unknown.add(name)
}

/** Lists in lists, as deep as a person writes them. */
const DEEP = /^[ \t]*(?:[-*+>][ \t]*){20}/m

function tokensOf(body: string): Token[] {
  if (!DEEP.test(body)) return reader.lexer(body)
  return [{ type: 'text', raw: body, text: body }]
}

function blockOf(token: Token, found: Found): Block[] {
  note(token, found)
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return [
        {
          kind: 'heading',
          level: token.depth === 1 || token.depth === 2 ? 2 : 3,
          content: inside(token, found),
        },
      ]
    case 'paragraph':
      return [{ kind: 'paragraph', content: inside(token, found) }]
    case 'list': {
      const list = token as Tokens.List
      const items = list.items.flatMap((item) => itemsOf(item, found))
      return [{ kind: 'list', isOrdered: list.ordered, items }]
    }
    default:
      return [{ kind: 'paragraph', content: [{ kind: 'text', text: token.raw.trim() }] }]
  }
}

/** An entry of a list; those of a list inside it follow it, since emails show one level. */
function itemsOf(item: Tokens.ListItem, found: Found): Inline[][] {
  const own: Inline[] = []
  const below: Inline[][] = []
  for (const token of item.tokens) {
    if (token.type === 'list')
      below.push(...(token as Tokens.List).items.flatMap((one) => itemsOf(one, found)))
    else if (token.type !== 'space') {
      note(token, found)
      if (own.length > 0) own.push({ kind: 'break' })
      own.push(...inside(token, found))
    }
  }
  return [own, ...below]
}

/** The content of a token; of one without any its text. */
function inside(token: Token, found: Found): Inline[] {
  const { tokens } = token as { tokens?: Token[] }
  return tokens ? tokens.flatMap((one) => inlineOf(one, found)) : [{ kind: 'text', text: token.raw }]
}

function inlineOf(token: Token, found: Found): Inline[] {
  note(token, found)
  switch (token.type) {
    case 'strong':
      return [{ kind: 'bold', content: inside(token, found) }]
    case 'em':
      return [{ kind: 'italic', content: inside(token, found) }]
    case 'br':
      return [{ kind: 'break' }]
    case 'escape':
      return [{ kind: 'text', text: (token as Tokens.Escape).text }]
    case 'link': {
      const { href } = token as Tokens.Link
      const content = inside(token, found)
      if (isAllowed(href)) return [{ kind: 'link', href, content }]
      found.badLinks.push(href)
      return content
    }
    default:
      return [{ kind: 'text', text: token.raw }]
  }
}

/** A path of the shop, or an https address without user and password. */
function isAllowed(href: string): boolean {
  // Parsers of addresses drop tabs and read a backslash as a slash.
  if (/^\/(?![\s/\\])/.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/** The address of a link in the email: absolute, and with the newsletter as its source where it leads to the shop. */
export function linkAddress(href: string, { origin, slug }: { origin: string; slug: string }): string {
  const url = new URL(href, origin)
  if (url.origin !== new URL(origin).origin) return url.href
  url.searchParams.set('utm_source', 'newsletter')
  url.searchParams.set('utm_medium', 'email')
  url.searchParams.set('utm_campaign', slug)
  return url.href
}

/** The words of inline content. */
export function wordsOf(content: readonly Inline[]): string {
  return content
    .map((one) => (one.kind === 'text' ? one.text : one.kind === 'break' ? '\n' : wordsOf(one.content)))
    .join('')
}

/** What a draft lacks before it can be sent, a sentence each; empty when it is complete. */
export function missingIn({ subject, body }: { subject: string; body: string }): string[] {
  const { blocks, badLinks } = readMarkup(body)
  return [
    ...(subject === '' ? ['It has no subject.'] : []),
    ...(blocks.length === 0 ? ['It has no text.'] : []),
    ...badLinks.map(
      (href) => `The link to “${href}” leads neither to an https address nor to a path of the shop.`,
    ),
  ]
}

/** True when a draft can be sent: a subject, a text, and no link that is not allowed. */
export function isComplete(draft: { subject: string; body: string }): boolean {
  return missingIn(draft).length === 0
}
