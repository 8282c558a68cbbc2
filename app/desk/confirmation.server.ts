import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Confirmation } from '#app/desk/confirmation.tsx'

/** Reads when the record in a form was last changed, in milliseconds; null for a record that did not exist. */
export const seenAtField = z
  .string()
  .regex(/^\d{0,15}$/)
  .default('')
  .transform((time) => (time === '' ? null : new Date(Number(time))))

/** The texts of a confirmation. `lines`: the consequences, one sentence each. */
type ConfirmationTexts = Pick<Confirmation, 'title' | 'lines' | 'confirm'>

/**
 * Returns the confirmation that an irreversible action still needs, or null if the form contains the agreement.
 * The agreement is a hash of texts and fields. If either changes, the admin is asked again.
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
