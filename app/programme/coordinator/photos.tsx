import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator, useSearchParams, useSubmit } from 'react-router'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { PHOTOS } from '#app/programme/coordinator/paths.ts'
import { keepPhotos, queueDecision, removeDecision } from '#app/programme/offline/offline-client.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { canQueue, goesToQueue, type WaitingDecision } from '#app/programme/offline/waiting.ts'
import { smallPhoto } from '#app/programme/review/approval-card.tsx'
import { ApprovalsPage } from '#app/programme/review/approvals-page.tsx'
import { answerReview, readReview } from '#app/programme/review/review.server.ts'
import type { Approval, OpenPhoto } from '#app/programme/review/shown-photo.ts'
import { readerFor, reasonsIn } from '#app/programme/words/words.server.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { may } from '#shop/kernel/permissions.ts'
import { REJECTION_PRESETS, reasonFor } from '#shop/programme/rejection.ts'
import type { Route } from './+types/photos.ts'

export const handle: PageHandle = {
  words: ['review', 'types', 'pages'],
  title: null,
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const reader = await readerFor(ctx, request)
  const review = await readReview(ctx, request, reader)
  const presets = reasonsIn(reader.language)
  const reasons = REJECTION_PRESETS.map(({ key }) => ({ preset: key, text: presets[key] }))
  const approvals = review.approvals.map((approval) => ({
    ...approval,
    rejectionReason: reasonFor(approval, presets),
  }))
  const viewer = { id: ctx.actor.id, forAllGroups: may(ctx.actor, 'programme') }
  return { ...review, approvals, reasons, viewer }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  return answerReview(ctx, request, PHOTOS, await readerFor(ctx, request))
}

export default function Photos({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, done, ...review } = loaderData
  const { approvals } = review
  const { review: words, offline } = useWords()
  const { decisions, tasks, decided, refusals } = usePhone()
  const { taskName } = useFormats()
  const [problem, setProblem] = useState<StorageProblem | 'pictureTooLarge' | null>(null)
  const [typed, setTyped] = useState<Record<string, FormValues>>({})
  const submit = useSubmit()
  const open = useOpenPhoto(review.open, approvals)
  useStoredPhotos(approvals)
  const { revalidate } = useRevalidator()
  const answerCount = decided.length + refusals
  const [firstAnswerCount] = useState(answerCount)
  // Decisions sent from the phone have changed the list.
  useEffect(
    () => void (answerCount > firstAnswerCount && navigator.onLine && revalidate()),
    [answerCount, firstAnswerCount, revalidate],
  )

  /** Stores the decision on the phone, which then sends it. Thus no decision is lost or counted twice. */
  const onDecide = (event: FormEvent<HTMLElement>) => {
    const form = event.target as HTMLFormElement
    const fields = [...new FormData(form)]
    const approval = approvals.find(({ id }) => id === new FormData(form).get('id'))
    if (!goesToQueue() || !approval?.photo) return
    event.preventDefault()
    const { id: workLogId, worker, photo } = approval
    setTyped({ ...typed, [photo.id]: Object.fromEntries(fields.filter(isText)) })
    const about = { workLogId, photoId: photo.id, taskName: taskName(approval) }
    const entry = { ...about, ownerId: viewer.id, workerName: worker?.fullName ?? '' }
    void shrinkPictures(fields.filter(isFilled))
      .then(async (light) => {
        const sendForm = () => {
          const data = new FormData()
          for (const [name, value] of light ?? []) data.append(name, value)
          void submit(data, { method: 'post', encType: 'multipart/form-data', action: form.action })
        }
        setProblem(light ? await queueDecision({ ...entry, fields: light }, sendForm) : 'pictureTooLarge')
      })
      .catch(() => setProblem('pictureTooLarge'))
  }

  const undoDecision = (decision: WaitingDecision) =>
    void removeDecision(decision).catch((error) => setProblem(storageProblemOf(error)))

  /** Returns the typed values of a rejection, to fill in its form again if it is refused or undone. */
  const typedFor = ({ photo }: Approval) => {
    const values = photo && typed[photo.id]
    return values?.intent === 'reject' ? { problems: {}, values } : undefined
  }

  const decisionStatus = ({ id, userId, photo }: Approval) => {
    if (userId === viewer.id) return <p className="coord-sub">{offline.ownTask}</p>
    const waiting = decisions.find(({ photoId, refused }) => photoId === photo?.id && !refused)
    const isSent = tasks.some((task) => task.workLogId === id && task.decidedPhoto === photo?.id)
    if (isSent) return <Banner tone="positive">{offline.sent}</Banner>
    if (!waiting) return null
    return (
      <Banner tone="warning">
        {offline.stored}
        <Button type="button" look="line" onClick={() => undoDecision(waiting)}>
          {offline.change}
        </Button>
      </Banner>
    )
  }
  const last = answerCount > firstAnswerCount ? decided.at(-1) : undefined
  const result = last ? { ok: true, message: words.done[last === 'approve' ? 'approved' : 'rejected'] } : done
  const problemWords =
    problem && (problem === 'pictureTooLarge' ? offline[problem] : offline.notStored[problem])
  const answer = problemWords ? { ok: false, message: problemWords } : (actionData ?? result)
  useAnswerFocus(problem ?? (answerCount > firstAnswerCount ? answerCount : null))
  return (
    <ApprovalsPage
      {...review}
      base={PHOTOS}
      {...{ open, answer, decisionStatus }}
      typed={typedFor}
      onDecide={onDecide}
    />
  )
}

/** Returns the photo that the URL opens. A page stored without `?photo` has no `open`; its photo is in the list. */
function useOpenPhoto(open: OpenPhoto | null, approvals: readonly Approval[]): OpenPhoto | null {
  const isHydrated = useHydrated()
  const [params] = useSearchParams()
  if (open || !isHydrated) return open
  const approval = approvals.find(({ id }) => id === params.get('photo'))
  return approval ? { approval, earlier: null } : null
}

const isText = (field: [string, FormDataEntryValue]): field is [string, string] =>
  typeof field[1] === 'string'

/** False for a file input without a chosen file. */
function isFilled([, value]: [string, FormDataEntryValue]): boolean {
  return typeof value === 'string' || value.size > 0
}

/** Shrinks the pictures among the fields. Returns null if one of them cannot be made small enough. */
async function shrinkPictures(fields: readonly [string, FormDataEntryValue][]) {
  const light: WaitingDecision['fields'] = []
  for (const [name, value] of fields) {
    // Loaded on demand, because most decisions have no picture.
    const small =
      typeof value === 'string' ? value : await (await import('#app/kit/shrink-photo.ts')).lightPicture(value)
    if (small === null) return null
    light.push([name, small])
  }
  return light
}

/** Stores the photos to review on the phone, so that they open without a network. */
function useStoredPhotos(approvals: readonly Approval[]): void {
  const photoUrls = approvals.flatMap(({ state, photo }) =>
    state === 'pending_review' && photo ? smallPhoto(photo.url) : [],
  )
  const urls = JSON.stringify(photoUrls)
  useEffect(() => void (canQueue() && keepPhotos(JSON.parse(urls)).catch(() => {})), [urls])
}
