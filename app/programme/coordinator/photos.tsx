import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator, useSearchParams, useSubmit } from 'react-router'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { PHOTOS } from '#app/programme/coordinator/paths.ts'
import { keepPhotos, putAwayDecision, queueDecision } from '#app/programme/offline/offline-client.ts'
import { type StorageProblem, storageProblemOf } from '#app/programme/offline/store-or-send.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { canQueue, goesToQueue, type WaitingDecision } from '#app/programme/offline/waiting.ts'
import { smallPhoto } from '#app/programme/review/approval-card.tsx'
import { ApprovalsPage } from '#app/programme/review/approvals-page.tsx'
import {
  type Approval,
  answerReview,
  type OpenPhoto,
  readReview,
} from '#app/programme/review/review.server.ts'
import { reasonsIn } from '#app/programme/words/task-translations.server.ts'
import { readerFor } from '#app/programme/words/words.server.ts'
import { useForms, useWords } from '#app/programme/words/words.ts'
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
  const { decisions, known: tasks, decided, refusals } = usePhone()
  const { taskName } = useForms()
  const [problem, setProblem] = useState<StorageProblem | 'pictureTooLarge' | null>(null)
  const [typed, setTyped] = useState<Record<string, FormValues>>({})
  const submit = useSubmit()
  const open = useOpened(review.open, approvals)
  useSeenPhotos(approvals)
  const { revalidate } = useRevalidator()
  const settled = decided.length + refusals
  const [settledAtFirst] = useState(settled)
  // Answers from the phone have changed the list.
  useEffect(
    () => void (settled > settledAtFirst && navigator.onLine && revalidate()),
    [settled, settledAtFirst, revalidate],
  )

  /** Kept on the phone first, then sent from there, so that nothing is lost and nothing counts twice. */
  const keep = (event: FormEvent<HTMLElement>) => {
    const form = event.target as HTMLFormElement
    const fields = [...new FormData(form)]
    const approval = approvals.find(({ id }) => id === new FormData(form).get('id'))
    if (!goesToQueue() || !approval?.photo) return
    event.preventDefault()
    const { id: workLogId, worker, photo } = approval
    setTyped({ ...typed, [photo.id]: Object.fromEntries(fields.filter(isText)) })
    const about = { workLogId, photoId: photo.id, taskName: taskName(approval) }
    const whole = { ...about, ownerId: viewer.id, workerName: worker?.fullName ?? '' }
    void lightFields(fields.filter(isGiven))
      .then(async (light) => {
        const sendNow = () => {
          const data = new FormData()
          for (const [name, value] of light ?? []) data.append(name, value)
          void submit(data, { method: 'post', encType: 'multipart/form-data', action: form.action })
        }
        setProblem(light ? await queueDecision({ ...whole, fields: light }, sendNow) : 'pictureTooLarge')
      })
      .catch(() => setProblem('pictureTooLarge'))
  }

  const takeBack = (decision: WaitingDecision) =>
    void putAwayDecision(decision).catch((error) => setProblem(storageProblemOf(error)))

  /** Fills the form of a refused or undone decision with its values. */
  const typedFor = ({ photo }: Approval) => {
    const values = photo && typed[photo.id]
    return values?.intent === 'reject' ? { problems: {}, values } : undefined
  }

  const undecided = ({ id, userId, photo }: Approval) => {
    if (userId === viewer.id) return <p className="coord-sub">{offline.ownTask}</p>
    const waiting = decisions.find(({ photoId, refused }) => photoId === photo?.id && !refused)
    const isSent = tasks.some((task) => task.workLogId === id && task.decidedPhoto === photo?.id)
    if (isSent) return <Banner tone="positive">{offline.sent}</Banner>
    if (!waiting) return null
    return (
      <Banner tone="warning">
        {offline.kept}
        <Button type="button" look="line" onClick={() => takeBack(waiting)}>
          {offline.change}
        </Button>
      </Banner>
    )
  }
  const last = settled > settledAtFirst ? decided.at(-1) : undefined
  const result = last ? { ok: true, message: words.told[last === 'approve' ? 'approved' : 'rejected'] } : done
  const problemWords =
    problem && (problem === 'pictureTooLarge' ? offline[problem] : offline.notKept[problem])
  const answer = problemWords ? { ok: false, message: problemWords } : (actionData ?? result)
  return (
    <ApprovalsPage
      {...review}
      base={PHOTOS}
      {...{ open, answer, undecided }}
      typed={typedFor}
      onDecide={keep}
    />
  )
}

/** The photo that the address opens; without a network the page was stored before, so it is found in its list. */
function useOpened(open: OpenPhoto | null, approvals: readonly Approval[]): OpenPhoto | null {
  const isHydrated = useHydrated()
  const [params] = useSearchParams()
  if (open || !isHydrated) return open
  const approval = approvals.find(({ id }) => id === params.get('photo'))
  return approval ? { approval, earlier: null } : null
}

const isText = (field: [string, FormDataEntryValue]): field is [string, string] =>
  typeof field[1] === 'string'

/** An empty choice of a file is none. */
function isGiven([, value]: [string, FormDataEntryValue]): boolean {
  return typeof value === 'string' || value.size > 0
}

/** The fields with a picture that the shop takes; null when it cannot be made small enough. */
async function lightFields(fields: readonly [string, FormDataEntryValue][]) {
  const light: WaitingDecision['fields'] = []
  for (const [name, value] of fields) {
    // Loaded when it is needed: most decisions have no picture.
    const small =
      typeof value === 'string' ? value : await (await import('#app/kit/shrink-photo.ts')).lightPicture(value)
    if (small === null) return null
    light.push([name, small])
  }
  return light
}

/** Keeps the photos that wait for when there is no network. */
function useSeenPhotos(approvals: readonly Approval[]): void {
  const seen = approvals.flatMap(({ state, photo }) =>
    state === 'pending_review' && photo ? smallPhoto(photo.url) : [],
  )
  const urls = JSON.stringify(seen)
  useEffect(() => void (canQueue() && keepPhotos(JSON.parse(urls)).catch(() => {})), [urls])
}
