/** Texts that admins edit: their fields and rules, and how stored texts replace the originals. */
import { cleanText } from '#shop/kernel/text.ts'
import { DETAILS, paragraphsOf, readQuestions, readSections } from '#shop/texts/markup.ts'

export type TextField = {
  key: string
  label: string
  hint?: string
  /** `questions` and `sections` use the markup of markup.ts. */
  kind: 'line' | 'lines' | 'paragraphs' | 'questions' | 'sections'
  original: string
  max: number
  optional?: boolean
  /** True if links like `[words](/path)` are allowed. */
  links?: boolean
}

export type TextDocument = {
  /** Its name in URLs and in the database. */
  name: string
  title: string
  /** The page that shows it. */
  path: string
  groups: readonly { title: string; fields: readonly TextField[] }[]
  /** Names of `{placeholders}` that the page fills in. */
  placeholders: readonly string[]
}

export type TextValues = Readonly<Record<string, string>>

export function fieldsOf(document: TextDocument): TextField[] {
  return document.groups.flatMap(({ fields }) => fields)
}

export function originalTexts(document: TextDocument): TextValues {
  return Object.fromEntries(fieldsOf(document).map(({ key, original }) => [key, original]))
}

/** Normalizes line ends, spaces and control characters. A missing field gets its original. */
export function cleanTexts(document: TextDocument, typed: TextValues): TextValues {
  const cleanField = (text: string) =>
    cleanText(text)
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line removes
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[ \t]+$/gm, '')
      .trim()
  return Object.fromEntries(
    fieldsOf(document).map(({ key, original }) => [key, cleanField(typed[key] ?? original)]),
  )
}

/** Returns the first problem of each field; none if all texts are valid. */
export function textProblems(document: TextDocument, values: TextValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of fieldsOf(document)) {
    const problem = problemOf(field, values[field.key] ?? '', document.placeholders)
    if (problem) problems[field.key] = problem
  }
  return problems
}

/** Returns the texts that differ from the originals. Only these are stored. */
export function overridesOf(document: TextDocument, values: TextValues): TextValues {
  const differing = fieldsOf(document).filter(({ key, original }) => (values[key] ?? original) !== original)
  return Object.fromEntries(differing.map(({ key }) => [key, values[key] ?? '']))
}

/** Returns all texts. A stored text that is no longer valid is replaced by the original. */
export function validTexts(document: TextDocument, overrides: TextValues): TextValues {
  return Object.fromEntries(
    fieldsOf(document).map((field) => {
      const stored = overrides[field.key]
      const isValid = stored !== undefined && problemOf(field, stored, document.placeholders) === null
      return [field.key, isValid ? stored : field.original]
    }),
  )
}

function problemOf(field: TextField, text: string, placeholders: readonly string[]): string | null {
  if (text === '') return field.optional ? null : `${field.label} is required.`
  if (text.length > field.max)
    return `${field.label} has ${text.length} characters. Please use at most ${field.max}.`
  if (field.kind === 'line' && text.includes('\n')) return `${field.label} must be one line.`
  return shapeProblem(field, text) ?? placeholderProblem(text, placeholders) ?? linkProblem(field, text)
}

/** Maximum of questions, sections, paragraphs or lines. */
const MAX_PARTS = 60

function shapeProblem({ kind, original, label }: TextField, text: string): string | null {
  if (kind === 'line') return null
  if (kind === 'lines' || kind === 'paragraphs') {
    const parts = kind === 'lines' ? text.split('\n') : paragraphsOf(text)
    return parts.length > MAX_PARTS ? `${label} has more than ${MAX_PARTS} parts.` : null
  }
  const result = kind === 'questions' ? readQuestions(text) : readSections(text)
  if (!result.ok) return result.problem
  if (result.value.length > MAX_PARTS) return `${label} has more than ${MAX_PARTS} parts.`
  const missing = DETAILS.map((name) => `{{${name}}}`).find(
    (mark) => original.includes(mark) && !text.includes(mark),
  )
  return missing ? `Keep ${missing}: the law requires what it shows.` : null
}

function placeholderProblem(text: string, placeholders: readonly string[]): string | null {
  // Removes anchors and marks of details, which are not placeholders.
  const remaining = text.replace(/^(## .*)\{#[a-z0-9-]+\}$/gm, '$1').replace(/^\{\{\w+\}\}$/gm, '')
  const marks = remaining.match(/\{[^{}]*\}|[{}]/g) ?? []
  const unknown = marks.find((mark) => !placeholders.includes(mark.slice(1, -1)))
  if (!unknown) return null
  const allowed = placeholders.map((name) => `{${name}}`).join(', ')
  return `${unknown} can’t be filled in. ${allowed ? `You can use ${allowed}.` : 'Leave out { and }.'}`
}

const LINK = /\[([^\]]*)\]\(([^)]*)\)/g
const TARGET = /^(\/(?!\/)[^\s\\]*|https:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/\S*)?)$/i

function linkProblem({ links, label }: TextField, text: string): string | null {
  for (const [, words = '', target = ''] of text.matchAll(LINK)) {
    if (!links) return `${label} can’t contain a link: leave out [ ] and ( ).`
    if (words.trim() === '') return `The link to ${target} has no words.`
    if (!TARGET.test(target))
      return `The link “${words}” must lead to a page of the shop, such as /shipping, or to https://…`
  }
  return null
}
