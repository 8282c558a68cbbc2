/** Markdown's headings, paragraphs, bold, italics, links and lists. All else, HTML included, is text. */
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
  /** Neither https nor a path of the shop; their words stay as text. */
  badLinks: string[]
  /** Plural names of marks that emails do not have and that stay as text. */
  unknown: string[]
}

type Found = { badLinks: string[]; unknown: Set<string> }

/** Tokens that stay as typed. */
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

// Written-out addresses stay text.
const reader = new Marked({ tokenizer: { url: () => undefined } })

/** Never throws. Too deeply nested text is one paragraph. */
export function readMarkup(body: string): Markup {
  const found: Found = { badLinks: [], unknown: new Set() }
  const blocks = tokensOf(body).flatMap((token) => blockOf(token, found))
  return { blocks, badLinks: found.badLinks, unknown: [...found.unknown] }
}

function note({ type }: Token, { unknown }: Found): void {
  const name = UNKNOWN[type]
  if (name) unknown.add(name)
}

/** Nested lists deeper than people write them. */
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

/** Nested entries follow their parent: emails show one level. */
function itemsOf(item: Tokens.ListItem, found: Found): Inline[][] {
  const own: Inline[] = []
  const below: Inline[][] = []
  for (const token of item.tokens) {
    if (token.type === 'list')
      below.push(...(token as Tokens.List).items.flatMap((item) => itemsOf(item, found)))
    else if (token.type !== 'space') {
      note(token, found)
      if (own.length > 0) own.push({ kind: 'break' })
      own.push(...inside(token, found))
    }
  }
  return [own, ...below]
}

/** Its text, if it has no content. */
function inside(token: Token, found: Found): Inline[] {
  const { tokens } = token as { tokens?: Token[] }
  return tokens ? tokens.flatMap((inner) => inlineOf(inner, found)) : [{ kind: 'text', text: token.raw }]
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

/** A path of the shop, or https without credentials. */
function isAllowed(href: string): boolean {
  // URL parsers drop tabs and read a backslash as a slash.
  if (/^\/(?![\s/\\])/.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/** Absolute; links to the shop name the newsletter as source. */
export function linkAddress(href: string, { origin, slug }: { origin: string; slug: string }): string {
  const url = new URL(href, origin)
  if (url.origin !== new URL(origin).origin) return url.href
  url.searchParams.set('utm_source', 'newsletter')
  url.searchParams.set('utm_medium', 'email')
  url.searchParams.set('utm_campaign', slug)
  return url.href
}

/** As plain text. */
export function wordsOf(content: readonly Inline[]): string {
  return content
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'break' ? '\n' : wordsOf(part.content)))
    .join('')
}

/** Problems as sentences; empty if complete. */
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

/** With subject, text and allowed links only. */
export function isComplete(draft: { subject: string; body: string }): boolean {
  return missingIn(draft).length === 0
}
