import { data, redirect } from 'react-router'
import { z } from 'zod'
import { safeReturnTo } from '#app/frame/return-to.ts'
import { type InvalidForm, readFields } from '#app/kit/form-fields.ts'
import { WORKER_HOME } from '#app/kit/paths.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { setCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import type { WrongField } from '#app/worker/words.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { countPinAttempt, resetPinAttempts } from '#infra/rate-limits/rate-limits.ts'
import { typedNumber } from '#shop/field.ts'
import type { Result } from '#shop/kernel/result.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { confirmReceipt } from '#shop/programme/confirm-receipt.ts'
import { countProgress } from '#shop/programme/count-progress.ts'
import { ownProfileInput, payQuestionInput, upiInput } from '#shop/programme/input.ts'
import { askAboutPay } from '#shop/programme/pay-questions.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { changeOwnUpi, stopUpiChange } from '#shop/programme/upi-changes.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

const id = z.string().max(100)
const count = typedNumber(z.number().int())

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('language'),
    language: z.enum(LANGUAGES),
    returnTo: z.string().max(500).optional(),
  }),
  z.object({ intent: z.literal('start'), id }),
  z.object({ intent: z.literal('count'), id, count }),
  z.object({ intent: z.literal('confirm'), id }),
  z.object({ intent: z.literal('ask'), ...payQuestionInput.shape }),
  z.object({
    intent: z.literal('profile'),
    ...ownProfileInput.pick({ phone: true }).shape,
    madeByConsent: z.literal('on').optional(),
  }),
  // Her PIN, or the password of an account with email.
  z.object({ intent: z.literal('upi'), upiId: upiInput, proof: z.string().min(1).max(200) }),
  z.object({ intent: z.literal('stop-upi') }),
])
type WorkerForm = z.infer<typeof forms>

/** The result of an action of the dashboard. `problem`: a code with words in her language; null for other failures. */
export type WorkerAnswer = {
  ok: boolean
  problem: WrongField | null
  /** Minutes until the next try of a PIN or password. */
  wait?: number
  /** The address as typed, when it was not saved. */
  upiId?: string
  isGone?: boolean
  isOffline?: boolean
}

function problemOf({ problems, values }: InvalidForm, withPin: boolean): WrongField | null {
  if (problems.phone) return 'phone'
  if (problems.upiId) return 'upi'
  if (problems.proof) return withPin ? 'pin' : 'password'
  if (!problems.question) return null
  return values.question?.trim() ? 'too_long' : 'question'
}

/** The action of the dashboard: each of its buttons is a form with its own `intent`. 422: invalid. */
export async function workerAction(request: Request, ctx: WorkerCtx, limits: RequestContext['limits']) {
  const sent = readFields(forms, await formOf(request))
  if (!sent.ok) {
    const problem = problemOf(sent, ctx.actor.withPin === true)
    return data<WorkerAnswer>({ ok: false, problem, ...typedUpi(sent.values.upiId) }, { status: 422 })
  }
  if (sent.value.intent === 'language') return changeLanguage(request, ctx, sent.value)
  if (sent.value.intent === 'upi') return changeUpi(request, ctx, limits, sent.value)
  const changed = await make(ctx, sent.value)
  if (changed.ok) return data<WorkerAnswer>({ ok: true, problem: null })
  const isGone = changed.reason === 'task_not_found'
  const { status } = REFUSALS[changed.reason]
  const problem = PROBLEMS[changed.reason] ?? null
  return data<WorkerAnswer>({ ok: false, problem, isGone }, { status })
}

const PROBLEMS: Partial<Record<keyof typeof REFUSALS, WrongField>> = {
  upi_change_over: 'upi_over',
  too_many_questions: 'many_questions',
}

const typedUpi = (upiId: string | undefined) => (upiId === undefined ? {} : { upiId })

type UpiForm = Extract<WorkerForm, { intent: 'upi' }>

/** Tries of PIN and password count together with those of the sign-ins. */
async function changeUpi(
  request: Request,
  ctx: WorkerCtx,
  limits: RequestContext['limits'],
  { upiId, proof }: UpiForm,
) {
  const { actor, db } = ctx
  const refuse = (problem: WrongField | null, status: number, wait?: number) =>
    data<WorkerAnswer>(
      { ok: false, problem, upiId: upiId ?? '', ...(wait && { wait: Math.ceil(wait / 60) }) },
      { status, ...(wait && { headers: { 'retry-after': String(wait) } }) },
    )
  const address = request.headers.get('x-real-ip') ?? ''
  const phone = actor.withPin ? ((await findWorker(db, actor.id))?.phone ?? actor.id) : null
  if (phone === null) {
    const account = { id: actor.id, email: actor.email, password: proof, address }
    const checked = await checkPassword({ db, limits }, account)
    if (!checked.ok) return 'wait' in checked ? refuse(null, 429, checked.wait) : refuse('password', 422)
  } else {
    const wait = await countPinAttempt(limits, { phone, address })
    if (wait > 0) return refuse(null, 429, wait)
  }
  const given = phone === null ? ({ by: 'password' } as const) : ({ by: 'pin', pin: proof } as const)
  const changed = await changeOwnUpi(ctx, { upiId, proof: given })
  const isWrong = !changed.ok && changed.reason === 'pin_wrong'
  if (phone !== null && !isWrong) await resetPinAttempts(limits, phone)
  if (changed.ok) return data<WorkerAnswer>({ ok: true, problem: null })
  const { status } = REFUSALS[changed.reason]
  if (changed.reason === 'upi_changed_often') return refuse('upi_often', status)
  return refuse(isWrong ? 'pin' : null, status)
}

type LanguageForm = Extract<WorkerForm, { intent: 'language' }>

async function changeLanguage(request: Request, ctx: WorkerCtx, { language, returnTo }: LanguageForm) {
  // An admin who only looks has no worker's account; the browser remembers her choice.
  if (ctx.actor.isWorker) await changeOwnProfile(ctx, { language })
  const headers = { 'set-cookie': setCookie(request, 'worker-language', language) }
  return redirect(safeReturnTo(returnTo) ?? WORKER_HOME, { status: 303, headers })
}

function make(
  ctx: WorkerCtx,
  form: Exclude<WorkerForm, LanguageForm | UpiForm>,
): Promise<Result<unknown, { ok: false; reason: keyof typeof REFUSALS }>> {
  switch (form.intent) {
    case 'start':
      return startTask(ctx, { workLogId: form.id })
    case 'count':
      return countProgress(ctx, { workLogId: form.id, count: form.count })
    case 'confirm':
      return confirmReceipt(ctx, { lineId: form.id })
    case 'ask':
      return askAboutPay(ctx, { payoutLineId: form.payoutLineId, question: form.question })
    case 'profile':
      return changeOwnProfile(ctx, {
        phone: form.phone,
        madeByConsent: form.madeByConsent === 'on',
      })
    case 'stop-upi':
      return stopUpiChange(ctx, ctx.actor.id)
  }
}
