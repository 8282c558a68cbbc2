/** Actions of forms that have a count for each worker or task, from `counts-form.tsx`. */
import { data, type RouterContextProvider, redirect } from 'react-router'
import type { z } from 'zod'
import { type FormValues, type Problems, problemsIn, textOf, typedValues } from '#app/kit/form-fields.ts'
import { groupPath } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { problemsInWords, readerFor, refusalIn } from '#app/programme/words/words.server.ts'
import type { Reader } from '#app/programme/words/words.ts'
import { formOf } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { endOfDay, momentIn } from '#shop/kernel/time.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'
import type { copyTasks, handOutTask } from '#shop/programme/give-tasks.ts'
import { findLastHandOut } from '#shop/programme/templates.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Reads the counts from fields whose name is the prefix and an id. An empty field is 0. */
export function countsOf(form: FormData, prefix: string): { id: string; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    if (!name.startsWith(prefix)) return []
    const text = cleanValue(String(value))
    return { id: name.slice(prefix.length), quantity: text === '' ? 0 : numberIn(text) }
  })
}

type Counts = ReturnType<typeof countsOf>
type CountsRequest = {
  request: Request
  params: { groupId: string }
  context: Readonly<RouterContextProvider>
}
type CountsForm<Input> = {
  prefix: string
  schema: z.ZodType<Input>
  /** Fields of the form, in addition to group, batch and deadline. */
  fields: (counts: Counts, form: FormData) => object
  give: (ctx: StaffCtx, input: Input) => ReturnType<typeof handOutTask | typeof copyTasks>
}

/** Hands out the tasks of a form with counts, and redirects to the group. */
export async function giveCounts<Input>(
  { request, params, context }: CountsRequest,
  { prefix, schema, fields, give }: CountsForm<Input>,
) {
  const ctx = context.get(staffContext)
  const { id: groupId } = await groupOf(ctx, params.groupId)
  const form = await formOf(request)
  const reader = await readerFor(ctx, request)
  const counts = countsOf(form, prefix)
  const input = schema.safeParse({
    groupId,
    batchId: textOf(form, 'batchId'),
    isAgain: textOf(form, 'again') === 'yes',
    completionDeadline: endOfDay(textOf(form, 'deadline')) ?? undefined,
    ...fields(counts, form),
  })
  if (input.success) return afterCounts(ctx, await give(ctx, input.data), form, groupId, reader)
  const names = counts.map(({ id }) => `${prefix}${id}`)
  return invalidCounts(form, countProblems(input.error.issues, names), reader)
}

type Refusal = { message: string; problems: Problems; values: FormValues; asksAgain?: boolean }

/** Returns problems by field. The problem of a count is under the name of its row. */
function countProblems(issues: readonly z.core.$ZodIssue[], names: readonly string[]): Problems {
  const issuesByField = issues.map((issue) => {
    const [field, at] = issue.path
    const name = typeof at === 'number' ? (names[at] ?? '') : String(field ?? '')
    return { ...issue, path: [name] }
  })
  return problemsIn(issuesByField)
}

function invalidCounts(form: FormData, problemsByField: Problems, { language, words }: Reader) {
  const message = problemsByField.batchId ? words.counts.outOfDate : words.counts.notGiven
  const problems = problemsInWords(language, problemsByField)
  return data<Refusal>({ message, problems, values: typedValues(form) }, { status: 422 })
}

/** Redirects to the group. After a refusal returns the form with the reason; throws refusals that have no form. */
async function afterCounts(
  ctx: StaffCtx,
  result: Awaited<ReturnType<typeof handOutTask | typeof copyTasks>>,
  form: FormData,
  groupId: string,
  { language, words }: Reader,
) {
  if (result.ok)
    return redirect(`${groupPath(groupId)}?done=${result.value.tasks === 0 ? 'again' : 'given'}`, 303)
  const { status } = REFUSALS[result.reason]
  const refusal = refusalIn(language, result.reason)
  if (status === 403 || result.reason === 'group_not_found')
    throw data(null, { status: status === 403 ? 403 : 404 })
  if (result.reason === 'given_already') {
    const search = { groupId, templateId: textOf(form, 'templateId') || null, now: ctx.now }
    const last = await findLastHandOut(ctx.db, search)
    const time = momentIn(language, last?.at ?? ctx.now)
    const message = words.counts.givenBefore({ time, name: last?.byName ?? words.upi.system })
    return data<Refusal>({ message, problems: {}, values: typedValues(form), asksAgain: true }, { status })
  }
  const isDeadlineProblem = result.reason === 'deadline_passed' || result.reason === 'deadline_too_far'
  const problems: Problems = isDeadlineProblem ? { completionDeadline: refusal } : {}
  return data<Refusal>(
    { message: isDeadlineProblem ? words.counts.notGiven : refusal, problems, values: typedValues(form) },
    { status },
  )
}
