/** Texts that admins edit: fields, rules, and which text counts. */
import { cleanText } from '#shop/kernel/text.ts'
import { DETAILS, paragraphsOf, readQuestions, readSections } from '#shop/texts/markup.ts'

export type TextField = {
  key: string
  label: string
  hint?: string
  /** `questions` and `sections`: in the markup of markup.ts. */
  kind: 'line' | 'lines' | 'paragraphs' | 'questions' | 'sections'
  original: string
  max: number
  optional?: boolean
  /** `[words](/path)`. */
  links?: boolean
}

export type TextDocument = {
  /** In URLs and the database. */
  name: string
  title: string
  /** That shows it. */
  path: string
  groups: readonly { title: string; fields: readonly TextField[] }[]
  /** `{placeholders}` that the page fills. */
  placeholders: readonly string[]
}

export type TextValues = Readonly<Record<string, string>>

export function fieldsOf(document: TextDocument): TextField[] {
  return document.groups.flatMap(({ fields }) => fields)
}

export function originalTexts(document: TextDocument): TextValues {
  return Object.fromEntries(fieldsOf(document).map(({ key, original }) => [key, original]))
}

/** Trims what browsers add. A missing field keeps its original. */
export function tidyTexts(document: TextDocument, typed: TextValues): TextValues {
  const tidy = (text: string) =>
    cleanText(text)
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line removes
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[ \t]+$/gm, '')
      .trim()
  return Object.fromEntries(
    fieldsOf(document).map(({ key, original }) => [key, tidy(typed[key] ?? original)]),
  )
}

/** The first problem per field; empty if all texts can be shown. */
export function textProblems(document: TextDocument, values: TextValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of fieldsOf(document)) {
    const problem = problemOf(field, values[field.key] ?? '', document.placeholders)
    if (problem) problems[field.key] = problem
  }
  return problems
}

/** Only differences from the program's own texts are stored. */
export function overridesOf(document: TextDocument, values: TextValues): TextValues {
  const changed = fieldsOf(document).filter(({ key, original }) => (values[key] ?? original) !== original)
  return Object.fromEntries(changed.map(({ key }) => [key, values[key] ?? '']))
}

/** Falls back to the original where a stored text is no longer valid. */
export function shownTexts(document: TextDocument, overrides: TextValues): TextValues {
  return Object.fromEntries(
    fieldsOf(document).map((field) => {
      const stored = overrides[field.key]
      const isShown = stored !== undefined && problemOf(field, stored, document.placeholders) === null
      return [field.key, isShown ? stored : field.original]
    }),
  )
}

function problemOf(field: TextField, text: string, placeholders: readonly string[]): string | null {
  if (text === '') return field.optional ? null : `${field.label} is required.`
  if (text.length > field.max)
    return `${field.label} has ${text.length} characters; ${field.max} are possible.`
  if (field.kind === 'line' && text.includes('\n')) return `${field.label} is one line.`
  return shapeProblem(field, text) ?? placeholderProblem(text, placeholders) ?? linkProblem(field, text)
}

/** Limit of questions, sections or paragraphs. */
const MOST_PARTS = 60

function shapeProblem({ kind, original, label }: TextField, text: string): string | null {
  if (kind === 'line') return null
  if (kind === 'lines' || kind === 'paragraphs') {
    const parts = kind === 'lines' ? text.split('\n') : paragraphsOf(text)
    return parts.length > MOST_PARTS ? `${label} has more than ${MOST_PARTS} parts.` : null
  }
  const read = kind === 'questions' ? readQuestions(text) : readSections(text)
  if (!read.ok) return read.problem
  if (read.value.length > MOST_PARTS) return `${label} has more than ${MOST_PARTS} parts.`
  const missing = DETAILS.map((name) => `{{${name}}}`).find(
    (mark) => original.includes(mark) && !text.includes(mark),
  )
  return missing ? `Keep ${missing}: the law asks for what it shows.` : null
}

function placeholderProblem(text: string, placeholders: readonly string[]): string | null {
  // Anchors and inserted details are valid already.
  const rest = text.replace(/^(## .*)\{#[a-z0-9-]+\}$/gm, '$1').replace(/^\{\{\w+\}\}$/gm, '')
  const used = rest.match(/\{[^{}]*\}|[{}]/g) ?? []
  const unknown = used.find((mark) => !placeholders.includes(mark.slice(1, -1)))
  if (!unknown) return null
  const allowed = placeholders.map((name) => `{${name}}`).join(', ')
  return `${unknown} can’t be filled in. ${allowed ? `You can use ${allowed}.` : 'Leave out { and }.'}`
}

const LINK = /\[([^\]]*)\]\(([^)]*)\)/g
const TARGET = /^(\/(?!\/)[^\s\\]*|https:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/\S*)?)$/i

function linkProblem({ links, label }: TextField, text: string): string | null {
  for (const [, words = '', target = ''] of text.matchAll(LINK)) {
    if (!links) return `${label} can’t hold a link: leave out [ ] and ( ).`
    if (words.trim() === '') return `The link to ${target} has no words.`
    if (!TARGET.test(target))
      return `The link “${words}” must lead to a page of the shop, such as /shipping, or to https://…`
  }
  return null
}
