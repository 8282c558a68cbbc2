import { data, redirect } from 'react-router'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { taskNameFor } from '#app/programme/words/words.server.ts'
import { useWords } from '#app/programme/words/words.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { doneOnPhone, stateOnPhone } from '#app/programme/worker/on-this-phone.ts'
import { PhotoForm, type PhotoProblem } from '#app/programme/worker/photo-form.tsx'
import { BackToWork, PhotoSent } from '#app/programme/worker/photo-sent.tsx'
import { WaitingList } from '#app/programme/worker/waiting-list.tsx'
import { readForm } from '#app/request/form.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { accountLanguage } from '#app/request/reader-language.server.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { claimInput } from '#shop/programme/input.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { canSendPhoto, isTaskWorker } from '#shop/programme/task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import type { Route } from './+types/photo.ts'

export const handle: PageHandle = {
  title: null,
  words: ['photo', 'queue', 'work', 'amounts'],
  access: { at: '/upload-task-photo/{task}', get: [401, 403, 200, 404], post: 422 },
}

export async function loader({ request, params: { taskId }, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { db, actor, now } = ctx
  if (!taskId) throw redirect(WORKER_HOME)
  const task = await findTask(db, taskId)
  if (!task || !isTaskWorker(actor, task)) return data({ task: null, ownerId: actor.id }, { status: 404 })
  const { text: name } = taskNameFor(await accountLanguage(ctx, request), task)
  const { id, state, quantity, unit, progressCount: done, lastCountId } = task
  return {
    task: { id, name, state, quantity, unit, done, lastCountId, asOf: now.getTime() },
    ownerId: actor.id,
  }
}

export async function action({ request, params: { taskId }, context }: Route.ActionArgs) {
  const ctx = context.get(workerContext)
  const refuse = (problem: PhotoProblem, status: number) =>
    data({ isSent: false as const, problem }, { status })
  if (!taskId) throw redirect(WORKER_HOME)
  const form = await readForm(request)
  if (form === 'too_large') return refuse('too_large', 413)
  const photo = form === 'malformed' ? undefined : form.getAll('photo').find(isChosen)
  const bytes = photo ? new Uint8Array(await photo.arrayBuffer()) : null
  const claim = form === 'malformed' ? undefined : claimInput.safeParse(form.get('claimed') ?? undefined)
  const result = await submitPhoto(ctx, { workLogId: taskId, bytes, claimed: claim?.data })
  if (result.ok) return data({ isSent: true as const })
  return refuse(problemOf(result.reason), result.reason === 'picture_too_large' ? 413 : 422)
}

/** True for a chosen file. A file input without a choice sends an empty file without a name. */
function isChosen(photo: FormDataEntryValue): photo is File {
  return photo instanceof File && (photo.size > 0 || photo.name !== '')
}

function problemOf(reason: RefusalOf<typeof submitPhoto>['reason']): PhotoProblem {
  switch (reason) {
    case 'picture_too_large':
      return 'too_large'
    case 'picture_has_too_many_pixels':
    case 'picture_interlaced':
    case 'picture_16_bit':
      return 'too_many_pixels'
    case 'photo_missing':
    case 'signed_out':
    case 'task_not_found':
      return 'missing'
    case 'task_not_in_progress':
      return 'failed'
    default:
      return 'not_an_image'
  }
}

export default function PhotoPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { task, ownerId } = loaderData
  const words = useWords()
  const phone = usePhone()
  const state = task && stateOnPhone(task, phone)
  const canSend = state !== null && canSendPhoto(state)
  // The photo has arrived since the page was loaded.
  const hasArrived = state === 'pending_review' && task?.state !== state
  return (
    <>
      <title>{words.screens.photoTitle}</title>
      {!task && <Message title={words.photo.invalidTask} line={words.photo.noTaskInformation} />}
      {task && (answer?.isSent || hasArrived) && <PhotoSent />}
      {task && !answer?.isSent && !hasArrived && !canSend && (
        <>
          {state === 'pending_review' ? (
            <Message title={words.photo.sent} line={words.photo.sentMore} />
          ) : (
            <Message title={task.name} line={words.photo.cannotSend} />
          )}
          <WaitingList refused />
          <WaitingList />
        </>
      )}
      {task && !answer?.isSent && canSend && (
        <PhotoForm
          key={task.id}
          task={{ ...task, done: doneOnPhone(task, phone) }}
          ownerId={ownerId}
          answer={answer && !answer.isSent ? answer : null}
        />
      )}
    </>
  )
}

function Message({ title, line }: { title: string; line: string }) {
  return (
    <section className="panel">
      <div className="task-head">
        <img src="/illustrations/work-help.svg" alt="" width="56" height="56" />
        <h2>{title}</h2>
        <SayButton text={[title, line]} />
      </div>
      <p>{line}</p>
      <BackToWork />
    </section>
  )
}
