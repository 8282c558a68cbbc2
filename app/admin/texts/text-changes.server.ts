import { diffLines, diffWordsWithSpace } from 'diff'
import type { Difference } from '#app/desk/conflict-panel.tsx'
import { fieldsOf, type TextDocument, type TextValues, validTexts } from '#shop/texts/site-text.ts'

/** A part of a text with one kind of change. Long unchanged runs are shortened to the text near a change. */
export type Run = { kind: 'same' | 'added' | 'removed'; text: string }

export type FieldChange = { label: string; runs: Run[] }

/** Characters of unchanged text on each side of a change. */
const CONTEXT_LENGTH = 80

export function changesBetween(
  document: TextDocument,
  earlier: TextValues,
  later: TextValues,
): FieldChange[] {
  const [oldTexts, newTexts] = [earlier, later].map((fields) => validTexts(document, fields))
  return fieldsOf(document).flatMap(({ key, label, kind }) => {
    const [oldText, newText] = [oldTexts?.[key] ?? '', newTexts?.[key] ?? '']
    if (oldText === newText) return []
    const isLong = kind === 'sections' || kind === 'questions'
    const parts = isLong ? diffLines(oldText, newText) : diffWordsWithSpace(oldText, newText)
    const runs = parts.map(({ added, removed, value }): Run => {
      if (added) return { kind: 'added', text: value }
      return removed ? { kind: 'removed', text: value } : { kind: 'same', text: shortenRun(value) }
    })
    return [{ label, runs }]
  })
}

function shortenRun(text: string): string {
  return text.length <= 2 * CONTEXT_LENGTH
    ? text
    : `${text.slice(0, CONTEXT_LENGTH)} … ${text.slice(-CONTEXT_LENGTH)}`
}

/** Returns the fields whose saved text differs from the typed text, with only the different lines. */
export function differencesOf(document: TextDocument, saved: TextValues, typed: TextValues): Difference[] {
  return fieldsOf(document).flatMap(({ key, label }) => {
    const [theirs, yours] = [saved[key] ?? '', typed[key] ?? '']
    if (theirs === yours) return []
    const parts = diffLines(theirs, yours)
    const linesOf = (side: 'removed' | 'added') =>
      parts.flatMap((part) => (part[side] ? [part.value.trim()] : [])).join('\n')
    return [{ label, theirs: linesOf('removed'), yours: linesOf('added') }]
  })
}
