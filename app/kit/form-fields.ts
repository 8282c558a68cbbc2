import type { z } from 'zod'

/** What is wrong with a form: one sentence, and the field it is about. */
export type Problem = { message: string; field: string | null }

export type Checked<Value> = { ok: true; value: Value } | { ok: false; problem: Problem }

/** Checks a form's texts by a schema. Of several problems the first, in the schema's order, is told. */
export function checkForm<Value>(schema: z.ZodType<Value>, form: FormData): Checked<Value> {
  const parsed = schema.safeParse(Object.fromEntries(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const field = issue?.path[0]
  return {
    ok: false,
    problem: { message: issue?.message ?? 'An error occurred', field: field ? String(field) : null },
  }
}

/** A text field of a form; '' when it is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
