import { diffLines, diffWordsWithSpace } from 'diff'
import type { Difference } from '#app/desk/conflict-panel.tsx'
import { fieldsOf, shownTexts, type TextDocument, type TextValues } from '#shop/texts/site-text.ts'

/** A run of a changed text. Unchanged runs are cut to the words near a change. */
export type Run = { kind: 'same' | 'added' | 'removed'; text: string }

export type FieldChange = { label: string; runs: Run[] }

/** Characters of unchanged text on each side of a change. */
const NEAR = 80

export function changesBetween(
  document: TextDocument,
  earlier: TextValues,
  later: TextValues,
): FieldChange[] {
  const [was, is] = [earlier, later].map((fields) => shownTexts(document, fields))
  return fieldsOf(document).flatMap(({ key, label, kind }) => {
    const [old, now] = [was?.[key] ?? '', is?.[key] ?? '']
    if (old === now) return []
    const isLong = kind === 'sections' || kind === 'questions'
    const parts = isLong ? diffLines(old, now) : diffWordsWithSpace(old, now)
    const runs = parts.map(({ added, removed, value }): Run => {
      if (added) return { kind: 'added', text: value }
      return removed ? { kind: 'removed', text: value } : { kind: 'same', text: nearChanges(value) }
    })
    return [{ label, runs }]
  })
}

function nearChanges(text: string): string {
  return text.length <= 2 * NEAR ? text : `${text.slice(0, NEAR)} … ${text.slice(-NEAR)}`
}

/** The fields in which the saved texts differ from the typed ones; of long texts only the lines that do. */
export function differencesOf(document: TextDocument, saved: TextValues, typed: TextValues): Difference[] {
  return fieldsOf(document).flatMap(({ key, label }) => {
    const [theirs, yours] = [saved[key] ?? '', typed[key] ?? '']
    if (theirs === yours) return []
    const parts = diffLines(theirs, yours)
    const only = (side: 'removed' | 'added') =>
      parts.flatMap((part) => (part[side] ? [part.value.trim()] : [])).join('\n')
    return [{ label, theirs: only('removed'), yours: only('added') }]
  })
}
