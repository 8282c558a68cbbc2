import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useWords } from '#app/programme/words/words.ts'
import type { TaskState } from '#shop/programme/task.ts'

type StepListProps = {
  label: string
  steps: { icon: IconName; name: string }[]
  /** The index of the current step; earlier steps are done. */
  current: number
}

/** Numbered steps with signs. A tick in a disc means done, a square is the current step, a ring comes later. */
export function StepList({ label, steps, current }: StepListProps) {
  const words = useWords()
  return (
    <ol className="way" aria-label={label}>
      {steps.map(({ icon, name }, at) => (
        <li
          key={name}
          data-at={at < current ? 'done' : at === current ? 'now' : 'later'}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className="way-sign">
            <Icon name={at < current ? 'check' : icon} />
          </span>
          <b>{at + 1}</b> {name}
          {at <= current && (
            <VisuallyHidden>: {at < current ? words.screens.stepDone : words.screens.stepNow}</VisuallyHidden>
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

/** Returns a task's step: 0 start, 1 work, 2 photo, 3 review, 4 pay. 5 if all are done, null if withdrawn. */
export function stepOfTask(state: TaskState, isCounted: boolean): number | null {
  const step = STEP_OF[state]
  return step === 1 && isCounted ? 2 : step
}
