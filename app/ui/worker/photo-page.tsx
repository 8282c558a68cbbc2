import { Link } from 'react-router'
import { useWords } from '#app/ui/worker/language.ts'
import { WORKER_HOME } from '#app/ui/worker/paths.ts'
import { PhotoForm, type PhotoProblem } from '#app/ui/worker/photo-form.tsx'
import { PhotoSent } from '#app/ui/worker/photo-sent.tsx'

export type PhotoPageProps = {
  /** Null: there is no such task, or it is somebody else's. */
  task: { id: string; name: string; canSend: boolean } | null
  ownerId: string
  answer: { sent: true } | { sent: false; problem: PhotoProblem } | undefined
}

/** Where the photo that proves a task is taken, looked at and sent. */
export function PhotoPage({ task, ownerId, answer }: PhotoPageProps) {
  const words = useWords()
  return (
    <>
      <title>{words.photoTitle}</title>
      {!task && <InvalidTask />}
      {task && answer?.sent && <PhotoSent />}
      {task && !answer?.sent && !task.canSend && (
        <section className="panel">
          <h2>{task.name}</h2>
          <p>{words.cannotSend}</p>
          <BackToWork />
        </section>
      )}
      {task && !answer?.sent && task.canSend && (
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
