import { createHash } from 'node:crypto'
import type { Question } from '#app/admin/kit/question.tsx'

/** What is asked: everything that will happen, in sentences. */
export type Asked = Pick<Question, 'title' | 'lines' | 'confirm'>

/**
 * The question that comes before something irreversible is done with this form; null when the form carries the answer to
 * exactly this question. The answer is the hash of the question and of the form's fields: should either have changed
 * since, the new question is asked. Without JavaScript the page that answers the post shows it.
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
