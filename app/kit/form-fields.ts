import type { z } from 'zod'

export type Problems = Readonly<Record<string, string>>

/** Texts by field name, as typed. */
export type FormValues = Readonly<Record<string, string>>

/** The answer of an action to a form. `message`: about the form as a whole. `values`: to fill in the form again. */
export type FormAnswer<Done = null> =
  | { ok: true; done: Done }
  | { ok: false; message: string | null; problems: Problems; values: FormValues }

/** The answer to a form that its schema refuses. Problems are in the order of the schema. */
export type InvalidForm = {
  ok: false
  reason: 'invalid'
  problems: Problems
  values: FormValues
  /** The schema's codes ('too_big') by field, for the log. */
  codes?: Readonly<Record<string, string>>
}

/**
 * Reads a form by its schema, and returns the first problem of each field. Of repeated fields, only the last counts
 * (for lists use `getAll`).
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): { ok: true; value: z.output<Schema> } | InvalidForm {
  const parsed = schema.safeParse(Object.fromEntries(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  return {
    ok: false,
    reason: 'invalid',
    problems: problemsIn(parsed.error.issues),
    values: typedValues(form),
    codes: Object.fromEntries(parsed.error.issues.map(({ path, code }) => [String(path[0] ?? ''), code])),
  }
}

/** The message for a button that the schema no longer knows. */
const OUTDATED = 'This page is out of date. Please reload it and try again.'

export function problemsIn(issues: readonly z.core.$ZodIssue[]): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues)
    problems[String(path[0] ?? '')] ??= path[0] === 'intent' ? OUTDATED : message
  return problems
}

/** Returns the texts of a form without passwords and files, to fill in the form again. */
export function typedValues(form: FormData): FormValues {
  const isRefillable = ([name, value]: [string, FormDataEntryValue]) =>
    typeof value === 'string' && !/password/i.test(name)
  return Object.fromEntries([...form].filter(isRefillable)) as FormValues
}

/** Returns the props of a form's fields by their names: the typed value, or else the first one, and the problem. */
export function fieldsOf(
  answer: { values?: FormValues; problems?: Problems | undefined } | undefined,
  first: FormValues = {},
) {
  const { values = {}, problems = {} } = answer ?? {}
  return (name: string) => ({
    ...{ name, defaultValue: values[name] ?? first[name] ?? '' },
    errors: problems[name] ? [problems[name]] : null,
  })
}

/** Returns the problems of an answer; undefined if it has none. */
export function problemsOf(answer: FormAnswer<unknown> | undefined): Problems | undefined {
  return answer && !answer.ok ? answer.problems : undefined
}

export type Problem = { message: string; field: string | null }
type FormProblems = { message: string | null; problems: Problems }

/** Returns a form's first problem, in the schema's order, or the message about the whole form; null for none. */
export function firstProblem({ message, problems }: FormProblems): Problem | null {
  const [first] = Object.entries(problems)
  if (first) return { field: first[0] || null, message: first[1] }
  return message === null ? null : { field: null, message }
}

/** Returns the text of a field, or '' if the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
