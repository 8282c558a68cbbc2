import type { Difference } from '#app/desk/conflict-panel.tsx'
import { type Fields, labelOf, mapFields, toText } from '#shop/field.ts'

export type Texts = Readonly<Record<string, string>>

export function textsOf(fields: Fields, values: Record<string, unknown>): Texts {
  return mapFields(fields, ({ kind }, key) => toText(kind, values[key]))
}

export function blankTexts(fields: Fields): Texts {
  return mapFields(fields, ({ kind, empty }) => toText(kind, empty))
}

/** Returns the fields in which the saved record differs from the entered values. */
export function differences(fields: Fields, theirs: Texts, yours: Texts): Difference[] {
  return Object.entries(fields)
    .filter(([name]) => normalize(theirs[name]) !== normalize(yours[name]))
    .map(([name, field]) => ({
      label: labelOf(field),
      theirs: theirs[name] ?? '',
      yours: yours[name] ?? '',
    }))
}

/** Browsers send line breaks as CRLF. */
function normalize(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim()
}
