import { randomUUID } from 'node:crypto'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import type { ListAnswer } from '#app/programme/members/list-page.tsx'
import type { WorkersAnswer } from '#app/programme/members/workers-page.tsx'
import { problemsInWords, readerIn, refusalIn } from '#app/programme/words/words.server.ts'
import type { Reader, Words } from '#app/programme/words/words.ts'
import { doneNotice, invalid, readForm, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mayBeLandline } from '#shop/customers/landline.ts'
import type { CsvFileProblem } from '#shop/kernel/csv-file.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import { correctWorker, removeWorker } from '#shop/programme/correct-worker.ts'
import { newWorkerInput } from '#shop/programme/input.ts'
import { signPhonesOut } from '#shop/programme/pin-sign-in.ts'
import { listWorkerSignIns, workersByPhone } from '#shop/programme/sign-in.read.ts'
import { WORKER_FILTERS } from '#shop/programme/task-filters.ts'
import type { Group } from '#shop/programme/worker.ts'
import { addWorkers, issueCard } from '#shop/programme/worker-cards.ts'
import {
  checkWorkerLines,
  isSameName,
  MAX_WORKER_LINES,
  phonesOf,
  readWorkerLines,
} from '#shop/programme/worker-list.ts'
import { listGroups } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** The page where workers are managed. `group`: the coordinator's group; null on the admins' page of all groups. */
export type WorkersPlace = { path: string; cards: string; group: Group | null }

const PER_PAGE = 50

/** Loads a page of the workers. */
export async function workersOf(
  { db, fields, now }: Ctx,
  request: Request,
  { group }: WorkersPlace,
  { words }: Reader = readerIn('en'),
) {
  const search = readSearch(WORKER_FILTERS, new URL(request.url).searchParams)
  const offset = (search.page - 1) * PER_PAGE
  const [found, groups] = await Promise.all([
    listWorkerSignIns(db, fields, { ...search, groupId: group?.id ?? null, offset, limit: PER_PAGE, now }),
    group ? [] : listGroups(db),
  ])
  return {
    ...found,
    groups,
    formId: randomUUID(),
    search,
    perPage: PER_PAGE,
    done: doneNotice(request, {
      'signed-out': words.people.signedOut,
      corrected: words.people.corrected,
      removed: words.people.removed,
    }),
  }
}

/** The idempotency key of a form that adds workers. */
const formIdField = z.uuid()

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    ...newWorkerInput.shape,
    formId: formIdField,
    groupId: z.preprocess((id) => id || null, newWorkerInput.shape.groupId),
  }),
  z.object({
    intent: z.literal('correct'),
    id: z.string(),
    ...newWorkerInput.pick({ fullName: true, phone: true }).shape,
    seenPhone: z.string().max(20),
  }),
  z.object({
    intent: z.enum(['card', 'sign-out', 'remove']),
    id: z.string(),
    name: z.string().max(200).default(''),
  }),
])

/** Adds, corrects or removes a worker, makes a new card, or signs the worker's phones out. */
export async function changeWorkers(
  ctx: Ctx,
  request: Request,
  { path, cards, group }: WorkersPlace,
  { language, words }: Reader = readerIn('en'),
) {
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid({ ...fields, problems: problemsInWords(language, fields.problems) })
  const typed = 'phone' in fields.value ? fields.value : null
  const isUnchanged = typed?.intent === 'correct' && typed.phone === typed.seenPhone
  const [question, ...others] = typed && !isUnchanged ? await phoneQuestions(ctx, typed, words) : []
  if (question) {
    const lines = [question.line, ...others.flatMap(({ title, line }) => [title, line])]
    const confirmation = requireConfirmation(form, { ...question, lines })
    if (confirmation) return data<WorkersAnswer>({ ok: true, message: '', confirmation })
  }
  if (fields.value.intent === 'add') {
    const { intent: _, formId, ...worker } = fields.value
    const added = await addWorkers(ctx, [group ? { ...worker, groupId: group.id } : worker], formId)
    return added.ok
      ? redirect(`${cards}/${added.value.batchId}`, 303)
      : refusedBy(
          added,
          form,
          refusalIn(language, added.reason),
          added.reason === 'phone_of_staff' ? { phone: refusalIn(language, added.reason) } : {},
        )
  }
  if (fields.value.intent === 'correct') {
    const { intent: _, id: userId, ...correction } = fields.value
    const corrected = await correctWorker(ctx, { userId, ...correction })
    return corrected.ok
      ? redirect(`${path}?done=corrected`, 303)
      : refusedBy(corrected, form, refusalIn(language, corrected.reason))
  }
  const { intent, id, name } = fields.value
  if (intent === 'sign-out') {
    const ended = await signPhonesOut(ctx, id)
    return ended.ok
      ? redirect(`${path}?done=signed-out`, 303)
      : refusedBy(ended, form, refusalIn(language, ended.reason))
  }
  const texts = intent === 'card' ? cardConfirmation(name, words) : removalConfirmation(name, words)
  const confirmation = requireConfirmation(form, texts)
  if (confirmation) return data<WorkersAnswer>({ ok: true, message: '', confirmation })
  if (intent === 'remove') {
    const removed = await removeWorker(ctx, id)
    return removed.ok
      ? redirect(`${path}?done=removed`, 303)
      : refusedBy(removed, form, refusalIn(language, removed.reason))
  }
  const issued = await issueCard(ctx, id)
  return issued.ok
    ? redirect(`${cards}/${issued.value.batchId}`, 303)
    : refusedBy(issued, form, refusalIn(language, issued.reason))
}

/** Returns what to ask about a new number: whether it is mobile, and whether visible workers share it. */
async function phoneQuestions(
  { db, fields, actor }: Ctx,
  { phone, fullName }: { phone: string; fullName: string },
  { people: { landline, shared } }: Words,
) {
  const names = (await workersByPhone(db, fields, [phone]))
    .filter((other) => coordinatesGroup(actor, other.groupId) && !isSameName(other.fullName, fullName))
    .map((other) => other.fullName)
  return [
    ...(mayBeLandline(phone) ? [{ ...landline, title: landline.title({ phone }) }] : []),
    ...(names.length > 0 ? [{ ...shared, title: shared.title({ phone, names: names.join(', ') }) }] : []),
  ]
}

/** Returns the texts that ask for confirmation of a new card, because the earlier card stops working for good. */
const cardConfirmation = (name: string, { people: { dialog } }: Words) => ({
  title: dialog.title({ name }),
  lines: [dialog.older, dialog.phones],
  confirm: dialog.make,
})

const removalConfirmation = (name: string, { people: { removal } }: Words) => ({
  title: removal.title({ name }),
  lines: [removal.line],
  confirm: removal.confirm,
})

const MAX_BYTES = 256 * 1024

const checkForm = z.object({ file: z.file('choose').min(1, 'choose').max(MAX_BYTES, 'tooLarge') })
/** The second form, which sends the workers of the checked lines. */
const addForm = z.object({
  formId: formIdField,
  workers: z
    .string()
    .transform((text, check) => {
      try {
        return JSON.parse(text)
      } catch {
        check.addIssue({ code: 'custom', message: 'again' })
        return z.NEVER
      }
    })
    .pipe(z.array(newWorkerInput).min(1).max(MAX_WORKER_LINES)),
})

const refuseFile = (problem: string, status: number) => data<ListAnswer>({ problem }, { status })

/** Checks a file line by line. A second form, with the lines without a problem, adds their workers. */
export async function checkOrAddList(
  ctx: Ctx,
  request: Request,
  { cards, group }: WorkersPlace,
  reader: Reader = readerIn('en'),
) {
  const { fileProblems } = reader.words.list
  const form = await readForm(request)
  if (form === 'too_large') return refuseFile(fileProblems.tooLarge, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form.has('workers')) return addList(ctx, form, cards, reader)
  const fields = readFields(checkForm, form)
  if (!fields.ok)
    return refuseFile(fileProblems[fields.problems.file === 'tooLarge' ? 'tooLarge' : 'choose'], 422)
  const csv = await readCsv(await fields.value.file.bytes(), MAX_WORKER_LINES)
  if (!csv.ok) return refuseFile(fileProblemIn(reader.words, csv.problem), 422)
  const result = readWorkerLines(csv.file)
  if (typeof result === 'string') return refuseFile(fileProblems[result], 422)
  const { lines, unread } = result
  const groups = (await listGroups(ctx.db)).filter(({ id }) => coordinatesGroup(ctx.actor, id))
  // Workers of other groups count towards the limit per phone number, but their names stay hidden.
  const samePhone = (await workersByPhone(ctx.db, ctx.fields, phonesOf(lines))).map(
    ({ phone, fullName, groupId }) => ({
      phone,
      fullName: coordinatesGroup(ctx.actor, groupId) ? fullName : null,
    }),
  )
  const checked = checkWorkerLines(lines, { groups, enrolled: samePhone, defaultGroup: group })
  return data<ListAnswer>({
    lines: checked.map((line) => ({
      ...line,
      isLandline: line.worker !== null && mayBeLandline(line.worker.phone),
    })),
    unread,
    formId: randomUUID(),
  })
}

function fileProblemIn({ list: { fileProblems } }: Words, problem: CsvFileProblem): string {
  if (problem.kind === 'quote') return fileProblems.quote({ line: problem.from, column: problem.column })
  if (problem.kind === 'tooManyRows') return fileProblems.tooManyRows({ rows: problem.rows })
  return fileProblems[problem.kind === 'letters' ? 'notText' : problem.kind]
}

async function addList(
  ctx: Ctx,
  form: FormData,
  cards: string,
  { language, words: { list, people } }: Reader,
) {
  const fields = readFields(addForm, form)
  if (!fields.ok) return refuseFile(list.fileProblems.again, 422)
  const landlines = fields.value.workers.filter(({ phone }) => mayBeLandline(phone))
  if (landlines.length > 0) {
    const { line, confirm } = people.landline
    const lines = landlines.map(({ fullName, phone }) => `${fullName}: ${phone}`)
    const title = list.landlines
    const confirmation = requireConfirmation(form, { title, lines: [...lines, line], confirm })
    if (confirmation) return data<ListAnswer>({ confirmation })
  }
  const added = await addWorkers(ctx, fields.value.workers, fields.value.formId)
  if (added.ok) return redirect(`${cards}/${added.value.batchId}`, 303)
  const { status } = REFUSALS[added.reason]
  if (status === 403) throw data(null, { status })
  const number = 'phone' in added ? `${added.phone}: ` : ''
  return refuseFile(list.noneAdded({ problem: number + refusalIn(language, added.reason) }), status)
}
