import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Question } from '#app/admin/kit/question.tsx'

/** When the record that a form shows was last changed, in milliseconds; empty for a record that did not exist. */
export const seenAtField = z
  .string()
  .regex(/^\d{0,15}$/)
  .default('')
  .transform((time) => (time === '' ? null : new Date(Number(time))))

/** A confirmation's texts; each consequence is a sentence of `lines`. */
type Asked = Pick<Question, 'title' | 'lines' | 'confirm'>

/**
 * The confirmation of an irreversible action; null when the form agrees to exactly this one. The agreement is
 * a hash of question and fields: when either changes, the admin is asked again.
 */
export function askFirst(form: FormData, asked: Asked): Question | null {
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'agreed' ? [[name, value]] : [],
  )
  const { title, lines, confirm } = asked
  const agreed = createHash('sha256')
    .update(JSON.stringify([title, lines, fields]))
    .digest('base64url')
  if (form.get('agreed') === agreed) return null
  return { title, lines, confirm, fields: [...fields, ['agreed', agreed]] }
}
