import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { useDay, useWords } from '#app/worker/language.ts'
import { countOnPhone, startOnPhone } from '#app/worker/offline/offline-client.ts'
import { canQueue } from '#app/worker/offline/waiting.ts'
import { doneOnPhone, stateOnPhone } from '#app/worker/on-this-phone.ts'
import { photoPagePath } from '#app/worker/paths.ts'
import { SayButton } from '#app/worker/say-button.tsx'
import type { ShownTask } from '#app/worker/shown-task.ts'
import { useOwner, usePhone } from '#app/worker/use-phone.ts'
import { amountOf } from '#app/worker/words.ts'
import { formatPrice } from '#shop/kernel/money.ts'

/** The number of boxes that show the count; with more pieces, one box is several. */
const MAX_BOXES = 48

/**
 * The key of a fetcher that the page with the panels reads too: when a task is gone, its panel is removed.
 */
export const STARTING = 'start'

/** Separates two facts: a line may end with it, but not begin. */
const DOT = '\u00a0· '

/** A task with its instructions and its current actions. */
export function TaskPanel({ task: onPage }: { task: ShownTask }) {
  const words = useWords()
  const day = useDay()
  const phone = usePhone()
  const task = { ...onPage, state: stateOnPhone(onPage, phone) }
  const due = task.isLate ? words.late({ day: day(task.deadline) }) : words.until({ day: day(task.deadline) })
  const spoken = [
    task.name,
    amountOf(words, task.quantity, task.unit),
    due,
    words.earns({ amount: formatPrice(task.pay) }),
    task.description,
    task.reason ?? '',
  ]
  return (
    <li className="panel">
      <div className="task-head">
        <img src="/illustrations/work-box.svg" alt="" width="56" height="56" />
        <h3>{task.name}</h3>
        <SayButton text={spoken} />
      </div>
      <p className="task-facts">
        <b>{words.state[task.state]}</b>
        {[amountOf(words, task.quantity, task.unit), due, words.earns({ amount: formatPrice(task.pay) })].map(
          (fact) => DOT + fact,
        )}
      </p>
      {task.description && <p className="task-about">{task.description}</p>}
      {task.reason && <Again reason={task.reason} example={task.example} />}
      <NextStep task={task} />
    </li>
  )
}

function Again({ reason, example }: { reason: string; example: string | null }) {
  const words = useWords()
  return (
    <div className="task-again">
      <Icon name={moreIcons.rotateCcw} />
      <p>
        <b>{words.doAgain}</b>
        <span>{reason}</span>
        {example && <span>{words.shouldLook}</span>}
        {example && <img src={example} alt="" className="task-example" />}
      </p>
    </div>
  )
}

function NextStep({ task }: { task: ShownTask }) {
  switch (task.state) {
    case 'pending':
      return <Start task={task} />
    case 'in_progress':
    case 'returned':
      return <Counting task={task} />
    default:
      return null
  }
}

function Start({ task }: { task: ShownTask }) {
  const words = useWords()
  const ownerId = useOwner()
  const fetcher = useFetcher({ key: STARTING })
  const [isFull, setFull] = useState(false)
  const isBusy = fetcher.formData?.get('id') === task.id
  const start = (event: FormEvent) => {
    if (!canQueue()) return
    event.preventDefault()
    const tap = { workLogId: task.id, ownerId, taskName: task.name }
    void startOnPhone(tap).catch(() => setFull(true))
  }
  return (
    <fetcher.Form method="post" action={WORKER_HOME} onSubmit={start}>
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="id" value={task.id} />
      {isFull && <NotSaved />}
      <button type="submit" className="go" aria-busy={isBusy || undefined}>
        <Icon name="check" />
        {words.start}
      </button>
    </fetcher.Form>
  )
}

function NotSaved() {
  return (
    <p role="alert" className="worker-problem">
      {useWords().notSaved}
    </p>
  )
}

function Counting({ task }: { task: ShownTask }) {
  const words = useWords()
  const fetcher = useFetcher()
  const phone = usePhone()
  const ownerId = useOwner()
  const [isFull, setFull] = useState(false)
  const done = doneOnPhone(task, phone)
  const isMine = ({ workLogId, refused }: { workLogId: string; refused: unknown }) =>
    workLogId === task.id && !refused
  const waits = phone.isStuck && [...phone.starts, ...phone.steps].some(isMine)
  const hasPhoto = phone.photos.some(isMine)
  const { boxes, full } = boxesOf(task.quantity, done)
  const said = words.counted({ done, left: task.quantity - done })
  const isDone = done >= task.quantity
  const count = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!canQueue() || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const tap = { workLogId: task.id, ownerId, taskName: task.name }
    void countOnPhone(tap, Number(submitter.value) - done).catch(() => setFull(true))
  }
  return (
    <>
      <div className="count" aria-hidden="true">
        {Array.from({ length: boxes }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes differ only by their place
          <i key={at} data-full={at < full || undefined} />
        ))}
      </div>
      <p className="counted" role="status">
        {said}
        {waits && <span>{words.waitingForNetwork}</span>}
        {hasPhoto && <span>{words.keptOnPhone}</span>}
      </p>
      {isFull && <NotSaved />}
      <fetcher.Form method="post" action={WORKER_HOME} onSubmit={count} className="steps-of-work">
        <input type="hidden" name="intent" value="count" />
        <input type="hidden" name="id" value={task.id} />
        {!isDone && (
          <button type="submit" className="go" name="count" value={done + 1}>
            <Icon name="plus" />
            {words.onePlus}
          </button>
        )}
        {task.quantity - done >= 10 && task.quantity > 24 && (
          <button type="submit" className="go alt" name="count" value={done + 10}>
            <Icon name="plus" />
            {words.tenPlus}
          </button>
        )}
        {done > 0 && (
          <button type="submit" className="go alt" name="count" value={done - 1}>
            <Icon name={moreIcons.undo2} />
            {words.oneMinus}
          </button>
        )}
      </fetcher.Form>
      <Link to={photoPagePath(task.id)} className={isDone ? 'go' : 'go alt'}>
        <Icon name={moreIcons.camera} />
        {words.sendPhoto}
      </Link>
    </>
  )
}

/** The boxes of a task, filled up to the count. */
export function boxesOf(quantity: number, done: number): { boxes: number; full: number } {
  if (quantity <= MAX_BOXES) return { boxes: quantity, full: done }
  const full =
    done >= quantity ? MAX_BOXES : Math.min(MAX_BOXES - 1, Math.floor((done / quantity) * MAX_BOXES))
  return { boxes: MAX_BOXES, full }
}
