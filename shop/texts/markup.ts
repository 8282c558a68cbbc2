/** Texts may hold links, `[words](/path)`, and placeholders, `{brand}`. */
export type Policy = {
  /** The only h1. */
  title: string
  /** One sentence. */
  summary: string
  /** When it takes effect. */
  since: string
  sections: readonly PolicySection[]
}

export type PolicySection = {
  /** The anchor. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** `details`: filled in by the program. */
export type PolicyBlock = string | { list: readonly string[] } | PolicyTable | { details: Details }

export type PolicyTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** Seller and grievance officer, and the tables of cookies and retention. */
export const DETAILS = ['seller', 'grievance', 'cookies', 'retention'] as const
export type Details = (typeof DETAILS)[number]

export type Question = { id: string; question: string; answer: readonly string[] }

/** `problem`: a sentence that names the place. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: string }

const HEADING = '## '
const ANCHOR = /\{#([a-z0-9-]+)\}$/
const INSERTED = /^\{\{(\w+)\}\}$/
const CAPTION = /^Table: *(.+)$/

/** `## Heading {#anchor}`, paragraphs, `- item`, `| cell |` rows after `Table: caption`, `{{seller}}`. */
export function readSections(text: string): Parsed<PolicySection[]> {
  const sections: PolicySection[] = []
  for (const part of partsOf(text)) {
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
    if (!section) return { ok: false, problem: 'Begin with a heading: ## What it costs' }
    const block = blockOf(isHeading ? rest : part)
    if (!block.ok) return { ok: false, problem: `“${section.title}”: ${block.problem}` }
    sections[sections.length - 1] = { ...section, blocks: [...section.blocks, block.value] }
  }
  if (sections.length === 0) return { ok: false, problem: 'Write at least one section.' }
  const empty = sections.find(({ blocks }) => blocks.length === 0)
  return empty ? { ok: false, problem: `“${empty.title}” has no text.` } : { ok: true, value: sections }
}

/** Inverse of `readSections`. */
export function writeSections(sections: readonly PolicySection[]): string {
  return sections
    .map(({ id, title, blocks }) => [`## ${title} {#${id}}`, ...blocks.map(textOfBlock)].join('\n\n'))
    .join('\n\n')
}

/** `## Question {#anchor}` and paragraphs. */
export function readQuestions(text: string): Parsed<Question[]> {
  const sections = readSections(text)
  if (!sections.ok) return sections
  const questions: Question[] = []
  for (const { id, title, blocks } of sections.value) {
    const answer = blocks.filter((block) => typeof block === 'string')
    if (answer.length < blocks.length)
      return { ok: false, problem: `“${title}”: an answer has paragraphs only, no lists and tables.` }
    questions.push({ id, question: title, answer })
  }
  return { ok: true, value: questions }
}

/** Inverse of `readQuestions`. */
export function writeQuestions(questions: readonly Question[]): string {
  return writeSections(questions.map(({ id, question, answer }) => ({ id, title: question, blocks: answer })))
}

export function paragraphsOf(text: string): string[] {
  return partsOf(text).map((lines) => lines.join(' '))
}

function partsOf(text: string): string[][] {
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

function blockOf(lines: readonly string[]): Parsed<PolicyBlock> {
  const [first = '', ...rest] = lines
  const inserted = INSERTED.exec(first)
  if (inserted && rest.length === 0) {
    const name = DETAILS.find((detail) => detail === inserted[1])
    return name ? { ok: true, value: { details: name } } : { ok: false, problem: `there is no ${first}.` }
  }
  if (lines.every((line) => line.startsWith('- ')))
    return { ok: true, value: { list: lines.map((line) => line.slice(2).trim()) } }
  const caption = CAPTION.exec(first)?.[1]
  if (caption && rest.length > 0) return tableOf(caption, rest)
  const stray = lines.find((line) => /^(#|- |\||\{\{)/.test(line))
  if (stray) return { ok: false, problem: `put a blank line before and after “${stray.slice(0, 40)}”.` }
  return { ok: true, value: lines.join(' ') }
}

function tableOf(caption: string, lines: readonly string[]): Parsed<PolicyBlock> {
  const rows = lines.map((line) =>
    /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim()),
  )
  const [head, ...body] = rows
  if (!head || rows.includes(undefined))
    return { ok: false, problem: `each row of the table “${caption}” begins and ends with |.` }
  const uneven = body.findIndex((row) => row?.length !== head.length)
  if (uneven >= 0)
    return {
      ok: false,
      problem: `row ${uneven + 1} of the table “${caption}” needs ${head.length} cells, as its head has.`,
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

/** 'What it costs' becomes 'what-it-costs'. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}
