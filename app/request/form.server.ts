import { data } from 'react-router'
import type { z } from 'zod'
import {
  type FormAnswer,
  type InvalidForm,
  type Problems,
  readFields,
  typedValues,
} from '#app/kit/form-fields.ts'
import { noteFields } from '#infra/logging/security-events.ts'
import { bodyLimit, sizeInWords } from '#infra/rate-limits/body-limits.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Reads the form of a request. Throws 400 for a body that is not a form, and 413 above the page's limit. */
export async function formOf(request: Request): Promise<FormData> {
  const form = await readForm(request)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form !== 'too_large') return form
  const { maxBytes } = bodyLimit(new URL(request.url).pathname)
  throw data({ limit: sizeInWords(maxBytes) }, { status: 413 })
}

/** Reads the form of a request like `formOf`, and its fields by the schema. */
export async function readFormFields<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const form = await formOf(request)
  return { form, fields: readFields(schema, form) }
}

/** Returns the file of a field; null if none was chosen. */
export async function fileIn(form: FormData, name: string): Promise<Uint8Array | null> {
  const file = form.get(name)
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null
}

/** Answers a form that its schema refuses, for example for an unknown intent: 422 with problems and typed values. */
export function invalid(
  { problems, values, codes = {} }: Omit<InvalidForm, 'ok' | 'reason'>,
  message: string | null = null,
) {
  noteFields(codes)
  return data<FailedForm>({ ok: false, message, problems, values }, { status: 422 })
}

type FailedForm = Extract<FormAnswer, { ok: false }>

export function refuse(
  form: FormData,
  message: string,
  status: number,
  headers: Record<string, string> = {},
  problems: Problems = {},
) {
  const answer = { ok: false, message, problems, values: typedValues(form) } as const
  return data<FailedForm>(answer, { status, headers })
}

/** Answers a form that a use case refuses. `message` replaces the text of the refusal. Throws if its status is 403. */
export function refusedBy(
  { reason }: { reason: keyof typeof REFUSALS },
  form: FormData,
  message: string = REFUSALS[reason].en,
  problems: Problems = {},
) {
  const { status } = REFUSALS[reason]
  // If only the second factor is stale, the form is shown again with its values.
  if (status === 403 && reason !== 'factor_stale') throw data(null, { status })
  return refuse(form, message, status, {}, problems)
}

/** Returns the notice after a redirect: the message that the URL's `?done=` names, or undefined. */
export function doneNotice(request: Pick<Request, 'url'>, messages: Readonly<Record<string, string>>) {
  const name = new URL(request.url).searchParams.get('done') ?? ''
  // A plain object also has properties that the URL could name, such as `constructor`.
  const message = Object.hasOwn(messages, name) ? messages[name] : undefined
  return message ? ({ ok: true, message } as const) : undefined
}

/** Reads a form like `formOf`, but returns the fault instead of throwing, for callers with messages of their own. */
export async function readForm({
  body,
  headers,
  url,
}: Request): Promise<FormData | 'malformed' | 'too_large'> {
  // The server's listener enforces this limit and gives every body a length.
  const { maxBytes } = bodyLimit(new URL(url).pathname)
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return 'too_large'
  const type = headers.get('content-type') ?? ''
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => 'malformed')
}
