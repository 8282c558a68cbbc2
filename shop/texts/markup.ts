/** A policy. Its texts may contain links, `[words](/path)`, and placeholders, `{brand}`. */
export type Policy = {
  /** The page's h1. */
  title: string
  /** One sentence below the title. */
  summary: string
  /** The day from which the policy applies. */
  since: string
  sections: readonly PolicySection[]
}

export type PolicySection = {
  /** The anchor in URLs. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** `details`: content that the program fills in. */
export type PolicyBlock = string | { list: readonly string[] } | PolicyTable | { details: Details }

export type PolicyTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** Kinds of content that the program fills in: seller, grievance officer, tables of cookies and retention. */
export const DETAILS = ['seller', 'grievance', 'cookies', 'retention'] as const
export type Details = (typeof DETAILS)[number]

export type Question = { id: string; question: string; answer: readonly string[] }

/** `problem`: a sentence that names the faulty part. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; problem: string }

const HEADING = '## '
const ANCHOR = /\{#([a-z0-9-]+)\}$/
const DETAILS_MARK = /^\{\{(\w+)\}\}$/
const CAPTION = /^Table: *(.+)$/

/** Parses `## Heading {#anchor}`, paragraphs, `- item`, `| cell |` rows after `Table: caption`, and `{{seller}}`. */
export function readSections(text: string): ParseResult<PolicySection[]> {
  const sections: PolicySection[] = []
  for (const part of splitParagraphs(text)) {
    const [first = '', ...rest] = part
    const isHeading = first.startsWith(HEADING) || first === HEADING.trim()
    if (isHeading) {
      const line = first.slice(HEADING.length)
      const anchor = ANCHOR.exec(line)?.[1]
      const title = line.replace(ANCHOR, '').trim()
      const id = anchor ?? anchorOf(title)
      if (title === '') return { ok: false, problem: 'A heading is empty.' }
      if (id === '') return { ok: false, problem: `“${title}”: add an anchor, such as {#delivery}.` }
      if (sections.some((section) => section.id === id))
        return { ok: false, problem: `Two headings have the anchor “${id}”.` }
      sections.push({ id, title, blocks: [] })
      if (rest.length === 0) continue
    }
    const section = sections.at(-1)
    if (!section) return { ok: false, problem: 'Begin with a heading, such as: ## What it costs' }
    const block = blockOf(isHeading ? rest : part)
    if (!block.ok) return { ok: false, problem: `“${section.title}”: ${block.problem}` }
    sections[sections.length - 1] = { ...section, blocks: [...section.blocks, block.value] }
  }
  if (sections.length === 0) return { ok: false, problem: 'Write at least one section.' }
  const empty = sections.find(({ blocks }) => blocks.length === 0)
  return empty ? { ok: false, problem: `“${empty.title}” has no text.` } : { ok: true, value: sections }
}

/** Reverses `readSections`. */
export function writeSections(sections: readonly PolicySection[]): string {
  return sections
    .map(({ id, title, blocks }) => [`## ${title} {#${id}}`, ...blocks.map(textOfBlock)].join('\n\n'))
    .join('\n\n')
}

/** Parses questions: `## Question {#anchor}`, followed by paragraphs. */
export function readQuestions(text: string): ParseResult<Question[]> {
  const sections = readSections(text)
  if (!sections.ok) return sections
  const questions: Question[] = []
  for (const { id, title, blocks } of sections.value) {
    const answer = blocks.filter((block) => typeof block === 'string')
    if (answer.length < blocks.length)
      return { ok: false, problem: `“${title}”: an answer can contain only paragraphs, no lists or tables.` }
    questions.push({ id, question: title, answer })
  }
  return { ok: true, value: questions }
}

/** Reverses `readQuestions`. */
export function writeQuestions(questions: readonly Question[]): string {
  return writeSections(questions.map(({ id, question, answer }) => ({ id, title: question, blocks: answer })))
}

export function paragraphsOf(text: string): string[] {
  return splitParagraphs(text).map((lines) => lines.join(' '))
}

function splitParagraphs(text: string): string[][] {
  return text
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0)
}

function blockOf(lines: readonly string[]): ParseResult<PolicyBlock> {
  const [first = '', ...rest] = lines
  const mark = DETAILS_MARK.exec(first)
  if (mark && rest.length === 0) {
    const name = DETAILS.find((detail) => detail === mark[1])
    return name ? { ok: true, value: { details: name } } : { ok: false, problem: `${first} is not known.` }
  }
  if (lines.every((line) => line.startsWith('- ')))
    return { ok: true, value: { list: lines.map((line) => line.slice(2).trim()) } }
  const caption = CAPTION.exec(first)?.[1]
  if (caption && rest.length > 0) return tableOf(caption, rest)
  const marker = lines.find((line) => /^(#|- |\||\{\{)/.test(line))
  if (marker) return { ok: false, problem: `put a blank line before and after “${marker.slice(0, 40)}”.` }
  return { ok: true, value: lines.join(' ') }
}

function tableOf(caption: string, lines: readonly string[]): ParseResult<PolicyBlock> {
  const rows = lines.map((line) =>
    /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim()),
  )
  const [head, ...body] = rows
  if (!head || rows.includes(undefined))
    return { ok: false, problem: `each row of the table “${caption}” must begin and end with |.` }
  const wrongRow = body.findIndex((row) => row?.length !== head.length)
  if (wrongRow >= 0)
    return {
      ok: false,
      problem: `row ${wrongRow + 1} of the table “${caption}” needs ${head.length} cells, like its head.`,
    }
  return { ok: true, value: { caption, head, rows: body.filter((row) => row !== undefined) } }
}

function textOfBlock(block: PolicyBlock): string {
  if (typeof block === 'string') return block
  if ('details' in block) return `{{${block.details}}}`
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  const rows = [block.head, ...block.rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [`Table: ${block.caption}`, ...rows].join('\n')
}

/** Returns the anchor of a heading: 'What it costs' becomes 'what-it-costs'. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}
