import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { countOnPhone, startOnPhone } from '#app/programme/offline/offline-client.ts'
import type { StorageProblem } from '#app/programme/offline/store-or-send.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { goesToQueue } from '#app/programme/offline/waiting.ts'
import { amountOf, useDay, useWords, type Words } from '#app/programme/words/words.ts'
import { Answer, Go, Notice } from '#app/programme/worker/kit/messages.tsx'
import { photoPagePath } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { formatStep } from '#app/programme/worker/network-notice.tsx'
import { doneOnPhone, type ShownTask, stateOnPhone } from '#app/programme/worker/on-this-phone.ts'
import type { Fact as PayFact } from '#app/programme/worker/pay-tab.tsx'
import { StepList, stepOfTask } from '#app/programme/worker/step-list.tsx'
import { STATE_ICONS } from '#app/programme/worker/task-rows.tsx'
import { formatPrice } from '#shop/kernel/money.ts'
import { canSendPhoto } from '#shop/programme/task.ts'

/** Maximum number of boxes that show the count. With more pieces, each box means several. */
const MAX_BOXES = 48

/** The key of the fetcher that starts a task. The page reads it, too, since the panel of a missing task is removed. */
export const START_KEY = 'start'

export function TaskPanel({ task: onPage }: { task: ShownTask }) {
  const words = useWords()
  const day = useDay()
  const phone = usePhone()
  const task = { ...onPage, state: stateOnPhone(onPage, phone) }
  const done = doneOnPhone(task, phone)
  const amount = amountOf(words.amounts, task.quantity, task.unit)
  const due = day(task.deadline)
  const spoken = [
    task.reason ? words.work.returnedFirst({ reason: task.reason }) : '',
    task.name,
    amount,
    task.isLate ? words.work.late({ day: due }) : words.work.until({ day: due }),
    words.work.earns({ amount: formatPrice(task.pay) }),
    ...stepsOf(task.description),
    ...nextSteps(words, task, done),
  ]
  return (
    <li id={`task-${task.id}`} className="panel">
      <div className="task-head">
        <img src="/illustrations/work-box.svg" alt="" width="56" height="56" />
        <h3 lang={task.nameLang}>{task.name}</h3>
        <SayButton text={spoken} />
      </div>
      <p className="task-state" data-state={task.state}>
        <Icon name={STATE_ICONS[task.state]} />
        {words.work.state[task.state]}
      </p>
      {task.reason && <ReturnedNotice reason={task.reason} example={task.example} />}
      <dl className="task-facts">
        <Fact icon={phoneIcons.package} name={words.work.facts.amount} value={amount} />
        <Fact icon={phoneIcons.indianRupee} name={words.work.facts.pay} value={formatPrice(task.pay)} />
        <Fact
          icon={task.isLate ? 'circle-alert' : phoneIcons.calendar}
          name={words.work.facts.due}
          value={task.isLate ? words.work.late({ day: due }) : due}
          isLate={task.isLate}
        />
      </dl>
      {task.picture && <TaskPicture {...task.picture} />}
      <Steps text={task.description} lang={task.descriptionLang} />
      <TaskWay task={task} done={done} />
      {task.state === 'pending' && <StartForm task={task} />}
      {canSendPhoto(task.state) && <CountForm task={task} />}
      <Answer to={`start ${task.id}`} />
      <Answer to={`count ${task.id}`} />
    </li>
  )
}

/** Returns the worker's next steps, which are read aloud. */
function nextSteps(words: Words, { state, quantity }: ShownTask, done: number): string[] {
  if (state === 'pending') return [words.work.start]
  if (!canSendPhoto(state)) return [words.work.state[state]]
  const counted = words.work.counted({ done, left: quantity - done })
  return [counted, done < quantity ? words.work.onePlus : words.work.sendPhoto]
}

function TaskPicture({ url, width, height }: NonNullable<ShownTask['picture']>) {
  return (
    <img
      src={url}
      {...{ width, height }}
      alt={useWords().work.shouldLook}
      loading="lazy"
      className="task-picture"
    />
  )
}

function stepsOf(description: string): string[] {
  return description
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Shows a text of several lines as numbered steps. */
function Steps({ text, lang }: { text: string; lang: string }) {
  const steps = stepsOf(text)
  if (steps.length < 2) return text ? <p lang={lang}>{text}</p> : null
  return (
    <ol className="task-steps" lang={lang}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text
        <li key={at}>{step}</li>
      ))}
    </ol>
  )
}

function Fact({ icon, name, value, isLate }: PayFact & { isLate?: boolean }) {
  return (
    <div data-late={isLate || undefined}>
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

function TaskWay({ task, done }: { task: ShownTask; done: number }) {
  const words = useWords()
  const current = stepOfTask(task.state, done >= task.quantity)
  if (current === null) return null
  const { start, work, photo, review, pay } = words.work.steps
  const steps = [
    { icon: phoneIcons.play, name: start },
    { icon: phoneIcons.package, name: work },
    { icon: phoneIcons.camera, name: photo },
    { icon: 'eye' as const, name: review },
    { icon: phoneIcons.indianRupee, name: pay },
  ]
  return <StepList label={words.work.stepsLabel} steps={steps} current={current} />
}

function ReturnedNotice({ reason, example }: { reason: string; example: ShownTask['example'] }) {
  const words = useWords()
  return (
    <div className="task-again">
      <Icon name="rotate-ccw" />
      <p>
        <b>{words.work.doAgain}</b>
        <span>{reason}</span>
        {example && (
          // Opens the picture in full size.
          <a href={example.url} className="task-example">
            {words.work.shouldLook}
            <img
              src={`${example.url}&size=small`}
              alt=""
              width={example.width}
              height={example.height}
              loading="lazy"
            />
          </a>
        )}
      </p>
    </div>
  )
}

function StartForm({ task }: { task: ShownTask }) {
  const words = useWords()
  const { ownerId } = usePhone()
  const fetcher = useFetcher({ key: START_KEY })
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  useAnswerFocus(problem, `#task-${task.id}`)
  const isBusy = fetcher.formData?.get('id') === task.id
  const start = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (!goesToQueue()) return
    event.preventDefault()
    const tap = { workLogId: task.id, ownerId, taskName: task.name }
    void startOnPhone(tap, () => void fetcher.submit(form)).then(setProblem)
  }
  return (
    <fetcher.Form method="post" action={WORKER_HOME} onSubmit={start}>
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="id" value={task.id} />
      {problem && <NotSaved problem={problem} />}
      <Go icon={phoneIcons.play} aria-busy={isBusy || undefined}>
        {words.work.start}
      </Go>
    </fetcher.Form>
  )
}

function NotSaved({ problem }: { problem: StorageProblem }) {
  return <Notice kind="problem" text={useWords().screens.notSaved[problem]} isAnswer />
}

function CountForm({ task }: { task: ShownTask }) {
  const words = useWords()
  const fetcher = useFetcher()
  const phone = usePhone()
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  useAnswerFocus(problem ?? (fetcher.data?.ok === false ? fetcher.data : null), `#task-${task.id}`)
  const done = doneOnPhone(task, phone)
  const isOfTask = ({ workLogId, refused }: { workLogId: string; refused: unknown }) =>
    workLogId === task.id && !refused
  const isUnsent = phone.isStuck && [...phone.starts, ...phone.steps].some(isOfTask)
  const hasPhoto = phone.photos.some(isOfTask)
  const { boxes, full } = boxesOf(task.quantity, done)
  const countText = words.work.counted({ done, left: task.quantity - done })
  const isDone = done >= task.quantity
  const count = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!goesToQueue() || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const tap = { workLogId: task.id, ownerId: phone.ownerId, taskName: task.name }
    // Each tap has a new id, because a second tap may come before the page reloads.
    const fields = { intent: 'count', id: task.id, stepId: crypto.randomUUID(), step: submitter.value }
    const send = () => void fetcher.submit(fields, { method: 'post', action: WORKER_HOME })
    void countOnPhone(tap, Number(submitter.value), send).then(setProblem)
  }
  return (
    <>
      <p className="count-number" aria-hidden="true">
        <b>{done}</b> / {task.quantity}
      </p>
      <div className="count" aria-hidden="true">
        {Array.from({ length: boxes }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes differ only by their place
          <i key={at} data-full={at < full || undefined} />
        ))}
      </div>
      <p className="counted" role="status">
        {countText}
        {isUnsent && <span>{words.queue.waitingForNetwork}</span>}
        {hasPhoto && <span>{words.queue.storedOnPhone}</span>}
      </p>
      {problem && <NotSaved problem={problem} />}
      {fetcher.data?.ok === false && (
        <Notice
          kind="problem"
          isAnswer
          text={fetcher.data.isOffline ? words.screens.needsNetwork : words.work.wrong}
        />
      )}
      <fetcher.Form method="post" action={WORKER_HOME} onSubmit={count} className="steps-of-work">
        <input type="hidden" name="intent" value="count" />
        <input type="hidden" name="id" value={task.id} />
        <input type="hidden" name="stepId" value={task.stepId} />
        {!isDone && <StepButton step={1} label={words.work.onePlus} />}
        {task.quantity - done >= 10 && task.quantity > 24 && (
          <StepButton step={10} label={words.work.tenPlus} />
        )}
        {done > 0 && <StepButton step={-1} label={words.work.oneMinus} />}
      </fetcher.Form>
      <Link to={photoPagePath(task.id)} className={isDone ? 'go' : 'go alt'}>
        <Icon name={phoneIcons.camera} />
        {words.work.sendPhoto}
      </Link>
    </>
  )
}

/** A button that shows the change of the count: '+1'. */
function StepButton({ step, label }: { step: 1 | 10 | -1; label: string }) {
  return (
    <button type="submit" className={step === 1 ? 'go' : 'go alt'} name="step" value={step}>
      <b className="go-sign" aria-hidden="true">
        {formatStep(step)}
      </b>
      {label}
    </button>
  )
}

/** Returns how many boxes a task has, and how many of them are full. */
export function boxesOf(quantity: number, done: number): { boxes: number; full: number } {
  if (quantity <= MAX_BOXES) return { boxes: quantity, full: done }
  const full =
    done >= quantity ? MAX_BOXES : Math.min(MAX_BOXES - 1, Math.floor((done / quantity) * MAX_BOXES))
  return { boxes: MAX_BOXES, full }
}
