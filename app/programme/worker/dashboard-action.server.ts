import { data, redirect } from 'react-router'
import { z } from 'zod'
import { safeReturnTo } from '#app/frame/return-to.ts'
import { type InvalidForm, readFields, typedValues } from '#app/kit/form-fields.ts'
import { WORKER_HOME } from '#app/kit/paths.ts'
import type { WrongField } from '#app/programme/words/words.ts'
import { answerTarget } from '#app/programme/worker/kit/paths.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { setCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { countPinAttempt, resetPinAttempts } from '#infra/rate-limits/rate-limits.ts'
import { mayBeLandline } from '#shop/customers/landline.ts'
import { typedNumber } from '#shop/field.ts'
import type { Result } from '#shop/kernel/result.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { ownProfileInput, payQuestionInput, upiInput } from '#shop/programme/input.ts'
import type { OwnProof } from '#shop/programme/own-proof.flow.ts'
import { addCounts, startTask } from '#shop/programme/own-task.ts'
import { askAboutPay } from '#shop/programme/pay-questions.ts'
import { confirmReceipt } from '#shop/programme/pay-workers.ts'
import { changeOwnUpi, stopUpiChange } from '#shop/programme/upi-changes.ts'
import { LANGUAGES, type Worker } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

const id = z.string().max(100)
// The buttons add one or ten pieces, or subtract one.
const step = typedNumber(z.union([z.literal(1), z.literal(10), z.literal(-1)]))

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('language'),
    language: z.enum(LANGUAGES),
    returnTo: z.string().max(500).optional(),
  }),
  z.object({ intent: z.literal('start'), id }),
  // `stepId` is an idempotency key from the page.
  z.object({ intent: z.literal('count'), id, stepId: z.uuid(), step }),
  z.object({ intent: z.literal('confirm'), id }),
  z.object({ intent: z.literal('ask'), ...payQuestionInput.shape }),
  z.object({
    intent: z.literal('profile'),
    ...ownProfileInput.pick({ phone: true }).shape,
    madeByConsent: z.literal('on').optional(),
    /** The number that the worker was asked to check, because it looks like a landline. */
    confirmedPhone: z.string().max(20).optional(),
    // Required only for a new number.
    proof: z.string().max(200).optional(),
  }),
  // The PIN, or the password of an account with email.
  z.object({ intent: z.literal('upi'), upiId: upiInput, proof: z.string().min(1).max(200) }),
  z.object({ intent: z.literal('stop-upi') }),
])
type WorkerForm = z.infer<typeof forms>

/** The result of a form of the dashboard. `problem`: a key of `wages.wrongFields`, or null for other failures. */
export type WorkerAnswer = {
  ok: boolean
  /** The name of the form (`answerTarget`). */
  to?: string
  problem: WrongField | null
  /** Minutes until a PIN or password can be tried again. */
  wait?: number
  /** The typed values that were not saved. */
  upiId?: string
  phone?: string
  confirmedPhone?: string
  question?: string
  isGone?: boolean
  isOffline?: boolean
}

function problemOf({ problems, values }: InvalidForm, withPin: boolean): WrongField | null {
  if (problems.phone) return 'phone'
  if (problems.upiId) return 'upi'
  if (problems.proof) return withPin ? 'pin_missing' : 'password_missing'
  if (!problems.question) return null
  return values.question?.trim() ? 'too_long' : 'question'
}

/** Runs a form of the dashboard. Each button has a different `intent`. Answers 422 to an invalid form. */
export async function workerAction(request: Request, ctx: WorkerCtx, checks: Checks) {
  const form = await formOf(request)
  const answer = await answerForm(request, form, ctx, checks)
  if (answer instanceof Response) return answer
  return data<WorkerAnswer>({ ...answer.data, to: answerTarget(form) }, answer.init ?? undefined)
}

async function answerForm(request: Request, typed: FormData, ctx: WorkerCtx, checks: Checks) {
  const fields = readFields(forms, typed)
  if (!fields.ok) {
    const problem = problemOf(fields, ctx.actor.withPin === true)
    return data<WorkerAnswer>({ ok: false, problem, ...typedValuesOf(fields.values) }, { status: 422 })
  }
  const form = fields.value
  if (form.intent === 'language') return changeLanguage(request, ctx, form)
  if (form.intent === 'upi') return changeUpi(request, ctx, checks, form)
  if (form.intent === 'profile') return changeProfile(request, ctx, checks, form)
  const changed = await applyForm(ctx, form)
  if (changed.ok) return data<WorkerAnswer>({ ok: true, problem: null })
  const isGone = changed.reason === 'task_not_found'
  const { status } = REFUSALS[changed.reason]
  const problem = PROBLEMS[changed.reason] ?? null
  return data<WorkerAnswer>({ ok: false, problem, isGone, ...typedValuesOf(typedValues(typed)) }, { status })
}

const PROBLEMS: Partial<Record<keyof typeof REFUSALS, WrongField>> = {
  phone_full: 'phone_full',
  phone_of_staff: 'phone_of_staff',
  phone_missing: 'phone',
  upi_change_over: 'upi_over',
  upi_changed_often: 'upi_often',
  too_many_questions: 'many_questions',
}

const typedValuesOf = ({ upiId, phone, question }: InvalidForm['values']) => ({
  ...(upiId !== undefined && { upiId }),
  ...(phone !== undefined && { phone }),
  ...(question !== undefined && { question }),
})

/** Better Auth and rate limits, to check a password or PIN. */
type Checks = Pick<RequestContext, 'auth' | 'limits'>
type Input = Pick<WorkerAnswer, 'upiId' | 'phone' | 'confirmedPhone'>
type Refusal = { problem: WrongField | null; status: number; wait?: number }

/** Returns a refusal with the typed values. `wait`: in seconds. */
const refuseForm = (typed: Input, { problem, status, wait }: Refusal) =>
  data<WorkerAnswer>(
    { ok: false, problem, ...typed, ...(wait && { wait: Math.ceil(wait / 60) }) },
    { status, ...(wait && { headers: { 'retry-after': String(wait) } }) },
  )

type ProofResult<Value> = { isRefused: true; why: Refusal } | { isRefused: false; result: Value }

/**
 * Makes a change that needs a proof: the PIN, which the use case checks, or the password. Attempts count together with
 * those of the sign-in.
 */
async function withProof<Reason extends string>(
  request: Request,
  { ctx, checks, proof }: { ctx: WorkerCtx; checks: Checks; proof: string },
  change: (proof: OwnProof) => Promise<Result<unknown, { ok: false; reason: Reason }>>,
): Promise<ProofResult<Awaited<ReturnType<typeof change>>>> {
  const { actor, db } = ctx
  const refuse = (problem: WrongField | null, status: number, wait = 0) =>
    ({ isRefused: true, why: { problem, status, wait } }) as const
  const { limits } = checks
  const { headers } = request
  if (!actor.withPin) {
    const account = { id: actor.id, email: actor.email, password: proof, headers }
    const checked = await checkPassword({ ...checks, db }, account)
    if (!checked.ok) return 'wait' in checked ? refuse(null, 429, checked.wait) : refuse('password', 422)
    return { isRefused: false, result: await change({ by: 'password' }) }
  }
  const phone = (await findWorker(db, actor.id))?.phone ?? actor.id
  const attempt = { phone, device: actor.id, address: headers.get('x-real-ip') ?? '' }
  const wait = await countPinAttempt(limits, attempt)
  if (wait > 0) return refuse(null, 429, wait)
  const result = await change({ by: 'pin', pin: cleanValue(proof) })
  if (!result.ok && result.reason === 'pin_wrong') return refuse('pin', REFUSALS.pin_wrong.status)
  await resetPinAttempts(limits, attempt)
  return { isRefused: false, result }
}

type FormOf<Intent> = Extract<WorkerForm, { intent: Intent }>

/** True if there is a UPI ID, or a change to one, that an empty field would remove. */
const hasUpi = (worker: Worker | null) =>
  Boolean(worker?.upiId || worker?.isUpiCorrupt || worker?.upiChange?.newUpiId)

async function changeUpi(request: Request, ctx: WorkerCtx, checks: Checks, form: FormOf<'upi'>) {
  const { upiId, proof } = form
  if (upiId === null && !hasUpi(await findWorker(ctx.db, ctx.actor.id)))
    return refuseForm({ upiId: '' }, { problem: 'upi', status: 422 })
  const answer = await withProof(request, { ctx, checks, proof }, (own) =>
    changeOwnUpi(ctx, { upiId, proof: own }),
  )
  return answerFor(answer, { upiId: upiId ?? '' })
}

/** Saves phone and consent. A new phone number needs the proof, because the worker signs in with it. */
async function changeProfile(request: Request, ctx: WorkerCtx, checks: Checks, form: FormOf<'profile'>) {
  const { phone, madeByConsent, confirmedPhone, proof = '' } = form
  const change = { phone, madeByConsent: madeByConsent === 'on' }
  const typed: Input =
    phone === undefined ? {} : { phone: phone ?? '', ...(confirmedPhone === phone && { confirmedPhone }) }
  const isSame = phone === undefined || phone === ((await findWorker(ctx.db, ctx.actor.id))?.phone ?? null)
  if (isSame) return answerFor({ isRefused: false, result: await changeOwnProfile(ctx, change) }, typed)
  if (phone && mayBeLandline(phone) && confirmedPhone !== phone)
    return refuseForm({ ...typed, confirmedPhone: phone }, { problem: 'landline', status: 422 })
  const missing = ctx.actor.withPin ? 'pin_missing' : 'password_missing'
  if (proof === '') return refuseForm(typed, { problem: missing, status: 422 })
  const answer = await withProof(request, { ctx, checks, proof }, (own) => changeOwnProfile(ctx, change, own))
  return answerFor(answer, typed)
}

type ChangeResult = Result<unknown, { ok: false; reason: keyof typeof REFUSALS }>

function answerFor(answer: ProofResult<ChangeResult>, typed: Input) {
  if (answer.isRefused) return refuseForm(typed, answer.why)
  const { result } = answer
  if (result.ok) return data<WorkerAnswer>({ ok: true, problem: null })
  const { reason } = result
  return refuseForm(typed, { problem: PROBLEMS[reason] ?? null, status: REFUSALS[reason].status })
}

async function changeLanguage(request: Request, ctx: WorkerCtx, { language, returnTo }: FormOf<'language'>) {
  // An admin who only looks at the page has no worker's account, so the cookie stores the choice.
  if (ctx.actor.isWorker) await changeOwnProfile(ctx, { language })
  const headers = { 'set-cookie': setCookie(request, 'worker-language', language) }
  return redirect(safeReturnTo(returnTo) ?? WORKER_HOME, { status: 303, headers })
}

function applyForm(
  ctx: WorkerCtx,
  form: Exclude<WorkerForm, FormOf<'language' | 'upi' | 'profile'>>,
): Promise<Result<unknown, { ok: false; reason: keyof typeof REFUSALS }>> {
  switch (form.intent) {
    case 'start':
      return startTask(ctx, { workLogId: form.id })
    case 'count':
      return addCounts(ctx, { workLogId: form.id, steps: [{ id: form.stepId, step: form.step }] })
    case 'confirm':
      return confirmReceipt(ctx, { lineId: form.id })
    case 'ask':
      return askAboutPay(ctx, { payoutLineId: form.payoutLineId, question: form.question })
    case 'stop-upi':
      return stopUpiChange(ctx, ctx.actor.id)
  }
}
