/** Parses Markdown headings, paragraphs, bold, italics, links and lists. Anything else, such as HTML, stays text. */
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
  /** Links that are neither https nor a path of the shop. Their words stay as text. */
  badLinks: string[]
  /** Names, in the plural, of Markdown elements that emails do not support and that stay as text. */
  unknown: string[]
}

type Findings = { badLinks: string[]; unknown: Set<string> }

/** Names of the tokens that stay as typed. */
const UNKNOWN: Partial<Record<string, string>> = {
  table: 'tables',
  blockquote: 'quotes',
  code: 'blocks of code',
  codespan: 'code',
  image: 'pictures',
  del: 'strikethrough',
  hr: 'horizontal lines',
  html: 'HTML',
  checkbox: 'checkboxes',
}

// URLs that are not marked as links stay text.
const parser = new Marked({ tokenizer: { url: () => undefined } })

/** Parses a newsletter. Never throws. Text that is nested too deeply becomes one paragraph. */
export function readMarkup(body: string): Markup {
  const findings: Findings = { badLinks: [], unknown: new Set() }
  const blocks = tokensOf(body).flatMap((token) => blockOf(token, findings))
  return { blocks, badLinks: findings.badLinks, unknown: [...findings.unknown] }
}

function noteUnknown({ type }: Token, { unknown }: Findings): void {
  const name = UNKNOWN[type]
  if (name) unknown.add(name)
}

/** Lists or quotes that are nested more deeply than people write them. */
const TOO_DEEP = /^[ \t]*(?:[-*+>][ \t]*){20}/m

function tokensOf(body: string): Token[] {
  if (!TOO_DEEP.test(body)) return parser.lexer(body)
  return [{ type: 'text', raw: body, text: body }]
}

function blockOf(token: Token, findings: Findings): Block[] {
  noteUnknown(token, findings)
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return [
        {
          kind: 'heading',
          level: token.depth === 1 || token.depth === 2 ? 2 : 3,
          content: contentOf(token, findings),
        },
      ]
    case 'paragraph':
      return [{ kind: 'paragraph', content: contentOf(token, findings) }]
    case 'list': {
      const list = token as Tokens.List
      const items = list.items.flatMap((item) => itemsOf(item, findings))
      return [{ kind: 'list', isOrdered: list.ordered, items }]
    }
    default:
      return [{ kind: 'paragraph', content: [{ kind: 'text', text: token.raw.trim() }] }]
  }
}

/** Returns an entry and its nested entries as one level, since emails show only one. */
function itemsOf(item: Tokens.ListItem, findings: Findings): Inline[][] {
  const own: Inline[] = []
  const nested: Inline[][] = []
  for (const token of item.tokens) {
    if (token.type === 'list')
      nested.push(...(token as Tokens.List).items.flatMap((item) => itemsOf(item, findings)))
    else if (token.type !== 'space') {
      noteUnknown(token, findings)
      if (own.length > 0) own.push({ kind: 'break' })
      own.push(...contentOf(token, findings))
    }
  }
  return [own, ...nested]
}

/** Returns the token's content, or its text if it has none. */
function contentOf(token: Token, findings: Findings): Inline[] {
  const { tokens } = token as { tokens?: Token[] }
  return tokens ? tokens.flatMap((inner) => inlineOf(inner, findings)) : [{ kind: 'text', text: token.raw }]
}

function inlineOf(token: Token, findings: Findings): Inline[] {
  noteUnknown(token, findings)
  switch (token.type) {
    case 'strong':
      return [{ kind: 'bold', content: contentOf(token, findings) }]
    case 'em':
      return [{ kind: 'italic', content: contentOf(token, findings) }]
    case 'br':
      return [{ kind: 'break' }]
    case 'escape':
      return [{ kind: 'text', text: (token as Tokens.Escape).text }]
    case 'link': {
      const { href } = token as Tokens.Link
      const content = contentOf(token, findings)
      if (isAllowed(href)) return [{ kind: 'link', href, content }]
      findings.badLinks.push(href)
      return content
    }
    default:
      return [{ kind: 'text', text: token.raw }]
  }
}

/** True for a path of the shop, and for https without credentials. */
function isAllowed(href: string): boolean {
  // URL parsers drop tabs and read a backslash as a slash.
  if (/^\/(?![\s/\\])/.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/** Returns an absolute URL. Links to the shop get the newsletter as utm source. */
export function linkAddress(href: string, { origin, slug }: { origin: string; slug: string }): string {
  const url = new URL(href, origin)
  if (url.origin !== new URL(origin).origin) return url.href
  url.searchParams.set('utm_source', 'newsletter')
  url.searchParams.set('utm_medium', 'email')
  url.searchParams.set('utm_campaign', slug)
  return url.href
}

/** Returns the content as plain text. */
export function wordsOf(content: readonly Inline[]): string {
  return content
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'break' ? '\n' : wordsOf(part.content)))
    .join('')
}

/** Returns the problems of a draft as sentences; none if it is complete. */
export function draftProblems({ subject, body }: { subject: string; body: string }): string[] {
  const { blocks, badLinks } = readMarkup(body)
  return [
    ...(subject === '' ? ['It has no subject.'] : []),
    ...(blocks.length === 0 ? ['It has no text.'] : []),
    ...badLinks.map(
      (href) => `The link to “${href}” leads neither to an https address nor to a path of the shop.`,
    ),
  ]
}

/** True with subject, text and only allowed links. */
export function isComplete(draft: { subject: string; body: string }): boolean {
  return draftProblems(draft).length === 0
}
