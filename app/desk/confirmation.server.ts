import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Confirmation } from '#app/desk/confirmation.tsx'

/** When the record that a form shows was last changed, in milliseconds; empty for a record that did not exist. */
export const seenAtField = z
  .string()
  .regex(/^\d{0,15}$/)
  .default('')
  .transform((time) => (time === '' ? null : new Date(Number(time))))

/** A confirmation's texts; each consequence is a sentence of `lines`. */
type ConfirmationTexts = Pick<Confirmation, 'title' | 'lines' | 'confirm'>

/**
 * The confirmation of an irreversible action; null when the form agrees to exactly this one. The agreement is
 * a hash of texts and fields: when either changes, the admin is asked again.
 */
export function requireConfirmation(form: FormData, texts: ConfirmationTexts): Confirmation | null {
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'confirmed' ? [[name, value]] : [],
  )
  const { title, lines, confirm } = texts
  const confirmed = createHash('sha256')
    .update(JSON.stringify([title, lines, fields]))
    .digest('base64url')
  if (form.get('confirmed') === confirmed) return null
  return { title, lines, confirm, fields: [...fields, ['confirmed', confirmed]] }
}
