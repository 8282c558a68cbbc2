import { Link } from 'react-router'
import { useWords } from '#app/worker/language.ts'
import { stateOnPhone } from '#app/worker/on-this-phone.ts'
import { WORKER_HOME } from '#app/worker/paths.ts'
import { PhotoForm, type PhotoProblem } from '#app/worker/photo-form.tsx'
import { PhotoSent } from '#app/worker/photo-sent.tsx'
import type { ShownTask } from '#app/worker/shown-task.ts'
import { usePhone } from '#app/worker/use-phone.ts'
import { WaitingList } from '#app/worker/waiting-list.tsx'
import { canSendPhoto } from '#shop/programme/task.ts'

export type PhotoPageProps = {
  /** Null: there is no such task, or it is somebody else's. */
  task: Pick<ShownTask, 'id' | 'name' | 'state' | 'asOf'> | null
  ownerId: string
  answer: { sent: true } | { sent: false; problem: PhotoProblem } | undefined
}

/** Where the photo that proves a task is taken, looked at and sent. */
export function PhotoPage({ task, ownerId, answer }: PhotoPageProps) {
  const words = useWords()
  const phone = usePhone()
  // While this page is open, its form says that the photo was confirmed.
  const known = phone.known.map((one) => (phone.confirmed.size > 0 ? { ...one, photoAt: 0 } : one))
  const canSend = task !== null && canSendPhoto(stateOnPhone(task, { ...phone, known }))
  return (
    <>
      <title>{words.photoTitle}</title>
      {!task && <InvalidTask />}
      {task && answer?.sent && <PhotoSent />}
      {task && !answer?.sent && !canSend && (
        <>
          <section className="panel">
            <h2>{task.name}</h2>
            <p>{words.cannotSend}</p>
            <BackToWork />
          </section>
          <WaitingList refused />
          <WaitingList />
        </>
      )}
      {task && !answer?.sent && canSend && (
        <PhotoForm
          key={task.id}
          task={task}
          ownerId={ownerId}
          problem={answer && !answer.sent ? answer.problem : null}
        />
      )}
    </>
  )
}

function InvalidTask() {
  const words = useWords()
  return (
    <section className="panel">
      <h2>{words.invalidTask}</h2>
      <p>{words.noTaskInformation}</p>
      <BackToWork />
    </section>
  )
}

function BackToWork() {
  const words = useWords()
  return (
    <Link to={WORKER_HOME} className="go">
      {words.toDashboard}
    </Link>
  )
}
