import { data, redirect } from 'react-router'
import { z } from 'zod'
import { safeReturnTo } from '#app/frame/return-to.ts'
import { type InvalidForm, readFields } from '#app/kit/form-fields.ts'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { setCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import type { WrongField } from '#app/worker/words.ts'
import { typedNumber } from '#shop/field.ts'
import type { Result } from '#shop/kernel/result.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { confirmReceipt } from '#shop/programme/confirm-receipt.ts'
import { countProgress } from '#shop/programme/count-progress.ts'
import { ownProfileInput, payQuestionInput } from '#shop/programme/input.ts'
import { askAboutPay } from '#shop/programme/pay-questions.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'
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
    ...ownProfileInput.pick({ phone: true, upiId: true }).shape,
    madeByConsent: z.literal('on').optional(),
  }),
])
type WorkerForm = z.infer<typeof forms>

/** The result of an action of the dashboard. `problem`: a code with words in her language; null for other failures. */
export type WorkerAnswer = {
  ok: boolean
  problem: WrongField | null
  isGone?: boolean
  isOffline?: boolean
}

function problemOf({ problems, values }: InvalidForm): WrongField | null {
  if (problems.phone) return 'phone'
  if (problems.upiId) return 'upi'
  if (!problems.question) return null
  return values.question?.trim() ? 'too_long' : 'question'
}

/** The action of the dashboard: each of its buttons is a form with its own `intent`. 422: invalid. */
export async function workerAction(request: Request, ctx: WorkerCtx) {
  const sent = readFields(forms, await formOf(request))
  if (!sent.ok) return data<WorkerAnswer>({ ok: false, problem: problemOf(sent) }, { status: 422 })
  if (sent.value.intent === 'language') return changeLanguage(request, ctx, sent.value)
  const changed = await make(ctx, sent.value)
  if (changed.ok) return data<WorkerAnswer>({ ok: true, problem: null })
  const isGone = changed.reason === 'task_not_found'
  const { status } = REFUSALS[changed.reason]
  return data<WorkerAnswer>({ ok: false, problem: null, isGone }, { status })
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
  form: Exclude<WorkerForm, LanguageForm>,
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
        upiId: form.upiId,
        madeByConsent: form.madeByConsent === 'on',
      })
  }
}
