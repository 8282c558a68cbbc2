import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Question } from '#app/admin/kit/question.tsx'

/** When the record that a form shows was last changed, in milliseconds; empty for a record that did not exist. */
export const seenAtField = z
  .string()
  .regex(/^\d{0,15}$/)
  .default('')
  .transform((time) => (time === '' ? null : new Date(Number(time))))

/** The texts of a question; each consequence is a sentence of `lines`. */
type Asked = Pick<Question, 'title' | 'lines' | 'confirm'>

/**
 * The question before an irreversible action; null when the form holds the agreement to exactly this question.
 * The agreement is a hash of the question and the form's fields: when either changes, the new question is asked.
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
