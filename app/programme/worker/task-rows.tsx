import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { useWords, type Words } from '#app/programme/words/words.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { type ShownTask, stateOnPhone } from '#app/programme/worker/on-this-phone.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { TaskState } from '#shop/programme/task.ts'

/** The icon of a state, the same on every screen. */
export const STATE_ICONS: Record<TaskState, IconName> = {
  pending: 'clock',
  in_progress: phoneIcons.package,
  returned: 'rotate-ccw',
  pending_review: 'eye',
  approved: 'circle-check',
  paid: phoneIcons.indianRupee,
  withdrawn: phoneIcons.circleX,
}

type TaskRowsProps = { title: string; tasks: ShownTask[]; withPhotos?: boolean }

/** Lists tasks with name, state and pay. `withPhotos` adds photos, each of which loads when a tap opens it. */
export function TaskRows({ title, tasks, withPhotos }: TaskRowsProps) {
  const words = useWords()
  const phone = usePhone()
  const current = tasks.map((task) => ({ ...task, state: stateOnPhone(task, phone) }))
  const spoken = current.flatMap((task) => spokenRow(words, task))
  return (
    <>
      <div className="task-head">
        <h2>{title}</h2>
        <SayButton text={[title, ...spoken]} />
      </div>
      <ul className="task-rows">
        {current.map((task) => (
          <li key={task.id}>
            <span className="task-icon">
              <Icon name={STATE_ICONS[task.state]} />
            </span>
            <p>
              <b lang={task.nameLang}>{task.name}</b>
              <span>
                {words.work.state[task.state]}
                {countOf(words, task).map((count) => ` · ${count}`)}
                {task.rating !== null && `\u00a0· ★\u00a0${words.work.ofFive({ rating: task.rating })}`}
              </span>
            </p>
            <p className="task-pay">{formatPrice(task.pay)}</p>
            {withPhotos && task.photo && <Photo url={task.photo} task={task} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A photo in `details`. Closed, it loads nothing: browsers load lazy pictures only when they become visible. */
function Photo({ url, task: { name, nameLang } }: { url: string; task: ShownTask }) {
  const words = useWords()
  return (
    <details className="task-photo">
      <summary className="go alt">
        <Icon name={phoneIcons.camera} />
        {words.work.steps.photo}
        <VisuallyHidden>
          <span lang={nameLang}>{name}</span>
        </VisuallyHidden>
      </summary>
      <img src={url} alt={words.screens.preview} loading="lazy" className="photo-preview" />
    </details>
  )
}

type Counts = Pick<ShownTask, 'accepted' | 'claimed' | 'quantity'>

/** Returns the text with the number of accepted pieces, or of those sent if they are fewer than asked for. */
function countOf({ work }: Words, { accepted, claimed, quantity }: Counts): string[] {
  if (accepted !== null) return [work.accepted({ done: accepted, quantity })]
  return claimed === null || claimed === quantity ? [] : [work.claimed({ done: claimed, quantity })]
}

/** Returns a row's spoken text: name and state, count, pay. */
export function spokenRow(words: Words, task: Counts & Pick<ShownTask, 'name' | 'state' | 'pay'>): string[] {
  return [`${task.name}: ${words.work.state[task.state]}`, ...countOf(words, task), formatPrice(task.pay)]
}
