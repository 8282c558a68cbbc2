import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { useWords } from '#app/worker/language.ts'
import { stateOnPhone } from '#app/worker/on-this-phone.ts'
import { SayButton } from '#app/worker/say-button.tsx'
import type { ShownTask } from '#app/worker/shown-task.ts'
import { usePhone } from '#app/worker/use-phone.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { TaskState } from '#shop/programme/task.ts'

/** The sign of a state, the same on every screen. */
export const STATE_ICONS: Record<TaskState, IconName> = {
  pending: 'clock',
  in_progress: moreIcons.package,
  returned: moreIcons.rotateCcw,
  pending_review: 'eye',
  approved: 'circle-check',
  paid: moreIcons.indianRupee,
  withdrawn: moreIcons.circleX,
}

type TaskRowsProps = { title: string; tasks: ShownTask[]; withPhotos?: boolean }

/** Tasks in short under their title: name, progress and pay; with their photos, which load lazily. */
export function TaskRows({ title, tasks, withPhotos }: TaskRowsProps) {
  const words = useWords()
  const phone = usePhone()
  const shown = tasks.map((task) => ({ ...task, state: stateOnPhone(task, phone) }))
  const spoken = shown.flatMap(({ name, state, pay }) => [`${name}: ${words.state[state]}`, formatPrice(pay)])
  return (
    <>
      <div className="task-head">
        <h2>{title}</h2>
        <SayButton text={[title, ...spoken]} />
      </div>
      <ul className="task-rows">
        {shown.map((task) => (
          <li key={task.id}>
            {withPhotos && task.photo ? (
              <img src={task.photo} alt="" width="48" height="48" loading="lazy" />
            ) : (
              <span className="task-icon">
                <Icon name={STATE_ICONS[task.state]} />
              </span>
            )}
            <p>
              <b lang={task.nameLang}>{task.name}</b>
              <span>
                {words.state[task.state]}
                {task.accepted !== null &&
                  ` · ${words.accepted({ done: task.accepted, asked: task.quantity })}`}
                {task.rating !== null && `\u00a0· ★\u00a0${words.ofFive({ rating: task.rating })}`}
              </span>
            </p>
            <p className="task-pay">{formatPrice(task.pay)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
