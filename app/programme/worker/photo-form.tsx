import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Icon, type IconProps } from '#app/kit/icon.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { shrink } from '#app/kit/shrink-photo.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { queuePhoto } from '#app/programme/offline/offline-client.ts'
import { withdrawPhotos } from '#app/programme/offline/send-photos.ts'
import type { StorageProblem } from '#app/programme/offline/store-or-send.ts'
import { usePhone } from '#app/programme/offline/use-phone.ts'
import { canQueue, goesToQueue } from '#app/programme/offline/waiting.ts'
import { amountOf, useWords } from '#app/programme/words/words.ts'
import { Go, GoLink, Notice } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { StepList } from '#app/programme/worker/step-list.tsx'
import { WaitingList } from '#app/programme/worker/waiting-list.tsx'

export type PhotoProblem = 'not_an_image' | 'too_large' | 'too_many_pixels' | 'missing' | 'failed'
type Problem = PhotoProblem | StorageProblem

type PhotoFormProps = {
  task: { id: string; name: string; quantity: number; unit: string; done: number }
  ownerId: string
  /** The server's response to a form that was not sent from the queue. */
  answer: { problem: PhotoProblem } | null
}

/** Shrinks the photo and sends it from the phone's queue; without JavaScript, posts the original. */
export function PhotoForm({ task, ownerId, answer }: PhotoFormProps) {
  const words = useWords()
  const isReady = useHydrated()
  const isPosting = useNavigation().state === 'submitting'
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<{ bytes: Blob; url: string } | null>(null)
  const [problem, setProblem] = useState<Problem | null>(answer?.problem ?? null)
  const [queuedHash, setQueuedHash] = useState<string | null>(null)
  const [isShrinking, setIsShrinking] = useState(false)
  // Each choice and removal increments it, so that results of earlier choices are dropped.
  const choices = useRef(0)
  const submit = useSubmit()
  useEffect(() => void (answer && setProblem(answer.problem)), [answer])
  const { photos, sent: uploaded } = usePhone()
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture])

  const clearInputs = (...inputs: (HTMLInputElement | null)[]) => {
    for (const input of inputs) if (input) input.value = ''
  }
  /** Drops the earlier photo. If it is being uploaded, the upload stops before its last step. */
  const dropPicture = () => {
    choices.current += 1
    setPicture(null)
    setQueuedHash(null)
    if (canQueue()) void withdrawPhotos(task.id).catch(() => {})
    return choices.current
  }
  const choosePhoto = async (input: HTMLInputElement | null) => {
    const file = input?.files?.[0]
    if (!file) return
    // The other input may still have an earlier photo.
    clearInputs(input === camera.current ? gallery.current : camera.current)
    const choice = dropPicture()
    setProblem(null)
    setIsShrinking(true)
    const result = await shrink(file).catch(() => ({ ok: false, problem: 'failed' }) as const)
    if (choice !== choices.current) return
    setIsShrinking(false)
    if (result.ok) return setPicture({ bytes: result.bytes, url: URL.createObjectURL(result.bytes) })
    setProblem(result.problem)
    clearInputs(input)
  }
  // On a slow network the photo may have been taken before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => void choosePhoto(camera.current?.files?.length ? camera.current : gallery.current), [])
  const remove = () => {
    dropPicture()
    setIsShrinking(false)
    clearInputs(camera.current, gallery.current)
  }
  const send = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const claimed = Number((submitter as HTMLButtonElement | null)?.value) || undefined
    if (isShrinking) event.preventDefault()
    if (!picture || !goesToQueue()) return
    event.preventDefault()
    const { bytes } = picture
    const choice = choices.current
    const sendNow = () => {
      if (choice !== choices.current) return
      const form = new FormData()
      form.set('photo', bytes, 'photo.jpg')
      if (claimed) form.set('claimed', String(claimed))
      void submit(form, { method: 'post', encType: 'multipart/form-data' })
    }
    const queue = async () => {
      const sha256 = await sha256Of(bytes)
      if (choice !== choices.current) return
      const photo = {
        sha256,
        workLogId: task.id,
        ownerId,
        taskName: task.name,
        bytes,
        ...(claimed && { claimed }),
      }
      setQueuedHash(sha256)
      setProblem(await queuePhoto(photo, sendNow))
    }
    void queue().catch(() => setProblem('failed'))
  }

  const waiting = queuedHash !== null && photos.find(({ sha256 }) => sha256 === queuedHash)
  const isSending = waiting && (uploaded.get(waiting.sha256) ?? 0) > 0
  const isBusy = isPosting || Boolean(waiting && isSending && !waiting.refused)
  const { quantity, done } = task
  const left = quantity - done
  const amountIn = (count: number) => amountOf(words.amounts, count, task.unit)
  const questionButtons = [
    { claimed: quantity, label: words.photo.sendAll({ amount: amountIn(quantity) }), look: 'go' },
    ...(done > 0
      ? [{ claimed: done, label: words.photo.sendPart({ amount: amountIn(done) }), look: 'go alt' }]
      : []),
  ]
  const sendLabel = isShrinking ? words.photo.shrinking : isBusy ? words.photo.sending : words.photo.send
  // Without JavaScript the question is visible from the start.
  const asks = left > 0 && !isBusy && !isShrinking && (picture !== null || !isReady)
  const sendButtons = asks ? questionButtons : [{ claimed: quantity, label: sendLabel, look: 'go' }]
  useAnswerFocus(problem ?? (waiting ? waiting.addedAt : null))
  return (
    <>
      <Form method="post" encType="multipart/form-data" className="panel photo-form" onSubmit={send}>
        <div className="task-head">
          <h2>{words.photo.photoOf({ task: task.name })}</h2>
          <SayButton
            text={[
              words.photo.photoOf({ task: task.name }),
              ...(picture ? [words.photo.isClear, words.photo.send] : [words.photo.take]),
            ]}
          />
        </div>
        <StepList
          label={words.photo.stepsLabel}
          current={isBusy || waiting ? 2 : picture ? 1 : 0}
          steps={[
            { icon: phoneIcons.camera, name: words.photo.photoSteps.take },
            { icon: 'eye', name: words.photo.photoSteps.look },
            { icon: phoneIcons.send, name: words.photo.photoSteps.send },
          ]}
        />
        {picture && <img src={picture.url} alt={words.screens.preview} className="photo-preview" />}
        {picture && (
          <p className="task-state">
            <Icon name="eye" />
            {words.photo.isClear}
          </p>
        )}
        <PhotoInput
          ref={camera}
          icon={phoneIcons.camera}
          words={picture ? words.photo.change : words.photo.take}
          isFirst={!picture}
          capture="environment"
          onTaken={choosePhoto}
        />
        <PhotoInput ref={gallery} icon={phoneIcons.image} words={words.photo.choose} onTaken={choosePhoto} />
        {(picture || isShrinking) && (
          <Go type="button" icon="trash" look="alt" onClick={remove}>
            {words.queue.remove}
          </Go>
        )}
        {asks && (
          <div className="task-head">
            <p className="task-state">
              <Icon name={phoneIcons.circleHelp} />
              {words.photo.allDone({ left })}
            </p>
            <SayButton text={[words.photo.allDone({ left }), ...sendButtons.map(({ label }) => label)]} />
          </div>
        )}
        {sendButtons.map(({ claimed, label, look }) => (
          <button
            key={claimed}
            type="submit"
            name="claimed"
            value={claimed}
            className={look}
            disabled={isReady && (!picture || isBusy)}
            aria-busy={isBusy || isShrinking || undefined}
          >
            <Icon name={phoneIcons.send} />
            {label}
          </button>
        ))}
        {asks && (
          <GoLink to={WORKER_HOME} icon={phoneIcons.package} look="alt">
            {words.photo.countFirst}
          </GoLink>
        )}
        {problem && (
          <Notice
            kind="problem"
            isAnswer
            text={
              problem === 'full' || problem === 'refused'
                ? words.screens.notSaved[problem]
                : words.photo.problems[problem]
            }
          />
        )}
        {waiting && !waiting.refused && !isSending && (
          <Notice isAnswer kind="done" text={words.queue.storedOnPhone} />
        )}
      </Form>
      <GoodPhoto />
      <WaitingList refused />
      <WaitingList />
    </>
  )
}

type PhotoInputProps = {
  ref: Ref<HTMLInputElement>
  icon: IconProps['name']
  words: string
  isFirst?: boolean
  /** 'environment' opens the camera if the phone supports it. Without `capture` the gallery opens. */
  capture?: 'environment'
  onTaken: (input: HTMLInputElement) => Promise<void>
}

/** Both inputs are named `photo`; the server reads the one with a file. */
function PhotoInput({ ref, icon, words, isFirst, capture, onTaken }: PhotoInputProps) {
  return (
    <label className={isFirst ? 'go' : 'go alt'}>
      <Icon name={icon} />
      <span>{words}</span>
      <input
        ref={ref}
        type="file"
        name="photo"
        accept="image/*"
        capture={capture}
        onChange={(event) => void onTaken(event.currentTarget)}
      />
    </label>
  )
}

/** Returns the SHA-256 of these bytes in lower-case hex, as the API expects it. */
async function sha256Of(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function GoodPhoto() {
  const words = useWords()
  const examples = [
    { kind: 'good', words: words.photo.goodFull },
    { kind: 'cut', words: words.photo.badCut },
    { kind: 'dark', words: words.photo.badDark },
  ]
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.photo.goodPhoto}</h2>
        <SayButton text={[`${words.photo.goodPhoto}: ${words.photo.goodFull}`]} />
      </div>
      <ul className="good-photo">
        {examples.map((example) => (
          <li key={example.kind} data-kind={example.kind}>
            <span className="good-photo-picture">
              <img src="/illustrations/work-box.svg" alt="" width="80" height="80" loading="lazy" />
            </span>
            <p>
              <Icon name={example.kind === 'good' ? 'check' : 'x'} strokeWidth={3} />
              {example.words}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
