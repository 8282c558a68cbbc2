import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useWords } from '#app/programme/words/words.ts'
import type { TaskState } from '#shop/programme/task.ts'

type WayProps = {
  label: string
  steps: { icon: IconName; name: string }[]
  /** The index of the present step; those before it are done. */
  now: number
}

/** Numbered steps as signs: a tick in a disc is done, a square is to be done now, a ring comes later. */
export function Way({ label, steps, now }: WayProps) {
  const words = useWords()
  return (
    <ol className="way" aria-label={label}>
      {steps.map(({ icon, name }, at) => (
        <li
          key={name}
          data-at={at < now ? 'done' : at === now ? 'now' : 'later'}
          aria-current={at === now ? 'step' : undefined}
        >
          <span className="way-sign">
            <Icon name={at < now ? 'check' : icon} />
          </span>
          <b>{at + 1}</b> {name}
          {at <= now && (
            <VisuallyHidden>: {at < now ? words.screens.stepDone : words.screens.stepNow}</VisuallyHidden>
          )}
        </li>
      ))}
    </ol>
  )
}

const STEP_OF: Record<TaskState, number | null> = {
  pending: 0,
  in_progress: 1,
  returned: 1,
  pending_review: 3,
  approved: 4,
  paid: 5,
  withdrawn: null,
}

/** The index of a task's present step of five: start, work, photo, review, pay. 5: all are done; null: none is left. */
export function stepOfTask(state: TaskState, isCounted: boolean): number | null {
  const step = STEP_OF[state]
  return step === 1 && isCounted ? 2 : step
}
