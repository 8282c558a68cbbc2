/** The markup in which admins edit long texts, and the shape that pages show. */

/** The shape of a policy page. Texts may hold links, `[words](/path)`, and placeholders, `{brand}`, which the page fills. */
export type Policy = {
  /** The page's title and its only h1. */
  title: string
  /** One sentence that sums up the page. */
  summary: string
  /** The day the policy takes effect. */
  since: string
  sections: readonly PolicySection[]
}

export type PolicySection = {
  /** The anchor; unique on the page. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** A paragraph, a list, a table, or details that the program fills in. */
export type PolicyBlock = string | { list: readonly string[] } | PolicyTable | { details: Details }

export type PolicyTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** The seller and the grievance officer from the settings; the tables of the shop's cookies and of what it keeps. */
export const DETAILS = ['seller', 'grievance', 'cookies', 'retention'] as const
export type Details = (typeof DETAILS)[number]

/** A question with its answer; texts as in a policy. */
export type Question = { id: string; question: string; answer: readonly string[] }

/** A text that could not be read; `problem` is a sentence for its author, naming the place. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: string }

const HEADING = '## '
const ANCHOR = /\{#([a-z0-9-]+)\}$/
const INSERTED = /^\{\{(\w+)\}\}$/
const CAPTION = /^Table: *(.+)$/

/**
 * Reads sections: `## Heading {#anchor}`, below it paragraphs with blank lines between them, lists of `- item`, tables of
 * `| cell | cell |` after `Table: caption` (the first row is its head), and `{{seller}}`, `{{grievance}}`,
 * `{{cookies}}` or `{{retention}}` on a line of their own. An anchor that is left out is made of the heading.
 */
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
      if (sections.some((one) => one.id === id))
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

/** The text that `readSections` reads as these sections. */
export function writeSections(sections: readonly PolicySection[]): string {
  return sections
    .map(({ id, title, blocks }) => [`## ${title} {#${id}}`, ...blocks.map(textOfBlock)].join('\n\n'))
    .join('\n\n')
}

/** Reads questions: `## Question {#anchor}` and paragraphs below it. */
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

/** The text that `readQuestions` reads as these questions. */
export function writeQuestions(questions: readonly Question[]): string {
  return writeSections(questions.map(({ id, question, answer }) => ({ id, title: question, blocks: answer })))
}

/** Paragraphs, without blank lines. */
export function paragraphsOf(text: string): string[] {
  return partsOf(text).map((lines) => lines.join(' '))
}

/** Groups of lines between blank lines. */
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
    const name = DETAILS.find((one) => one === inserted[1])
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
