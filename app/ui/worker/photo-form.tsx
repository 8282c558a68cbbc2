import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Icon } from '#app/ui/kit/icon.tsx'
import { useHydrated } from '#app/ui/kit/use-hydrated.ts'
import { GoodPhoto } from '#app/ui/worker/good-photo.tsx'
import { useWords } from '#app/ui/worker/language.ts'
import { PhotoSent } from '#app/ui/worker/photo-sent.tsx'
import { SayButton } from '#app/ui/worker/say-button.tsx'
import { useWaitingPhotos } from '#app/ui/worker/use-waiting-photos.ts'
import { WaitingList } from '#app/ui/worker/waiting-list.tsx'

export type PhotoProblem = 'not_an_image' | 'too_large' | 'missing' | 'failed'

type PhotoFormProps = {
  task: { id: string; name: string }
  ownerId: string
  /** What the server said of the form as it was sent without JavaScript. */
  problem: PhotoProblem | null
}

/**
 * Choose, look, send. With JavaScript the photo is made small and kept on the phone first, and sent from there; without
 * it is posted as it is.
 */
export function PhotoForm({ task, ownerId, problem: answered }: PhotoFormProps) {
  const words = useWords()
  const isReady = useHydrated()
  const isPosting = useNavigation().state === 'submitting'
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<{ bytes: Blob; url: string } | null>(null)
  const [problem, setProblem] = useState(answered)
  const [kept, setKept] = useState<string | null>(null)
  const { photos, confirmed } = useWaitingPhotos(ownerId)
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture])

  const look = async (file: File | undefined) => {
    if (!file) return
    const { shrink } = await import('#app/phone/shrink.ts')
    const shrunk = await shrink(file)
    setProblem(shrunk.ok ? null : shrunk.problem)
    setPicture(shrunk.ok ? { bytes: shrunk.bytes, url: URL.createObjectURL(shrunk.bytes) } : null)
    if (!shrunk.ok && input.current) input.current.value = ''
  }
  // On a slow network she may have taken the photo before the scripts came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts have come
  useEffect(() => void look(input.current?.files?.[0]), [])
  const remove = () => {
    setPicture(null)
    if (input.current) input.current.value = ''
  }
  const send = (event: FormEvent) => {
    if (!picture || !isSecureContext) return
    event.preventDefault()
    void queue({ task, ownerId, bytes: picture.bytes }).then(setKept, () => setProblem('failed'))
  }

  if (kept && confirmed.has(kept)) return <PhotoSent />
  const waiting = kept !== null && photos.find(({ sha256 }) => sha256 === kept)
  const isBusy = isPosting || Boolean(waiting && waiting.sent > 0 && !waiting.refused)
  return (
    <>
      {problem && (
        <p role="alert" className="worker-problem">
          {words.problems[problem]}
        </p>
      )}
      <Form method="post" encType="multipart/form-data" className="panel photo-form" onSubmit={send}>
        <div className="task-head">
          <h2>{words.photoOf(task.name)}</h2>
          <SayButton text={`${words.photoOf(task.name)}. ${picture ? words.isClear : words.take}`} />
        </div>
        {picture && <img src={picture.url} alt={words.preview} className="photo-preview" />}
        <label className={picture ? 'go alt' : 'go'}>
          <Icon name="camera" />
          <span>{picture ? words.change : words.take}</span>
          <input
            ref={input}
            type="file"
            name="photo"
            accept="image/*"
            capture="environment"
            onChange={(event) => void look(event.currentTarget.files?.[0])}
          />
        </label>
        {picture && (
          <button type="button" className="go alt" onClick={remove}>
            <Icon name="trash" />
            {words.remove}
          </button>
        )}
        <button
          type="submit"
          className="go"
          disabled={isReady && (!picture || isBusy)}
          aria-busy={isBusy || undefined}
        >
          <Icon name="send" />
          {isBusy ? words.sending : words.send}
        </button>
        {waiting && !waiting.refused && waiting.sent === 0 && (
          <p role="status" className="worker-done">
            {words.keptOnPhone}
          </p>
        )}
      </Form>
      <GoodPhoto />
      <WaitingList photos={photos} />
    </>
  )
}

type Queued = { task: PhotoFormProps['task']; ownerId: string; bytes: Blob }

/** Keeps the photo on the phone, then begins to send; gives its SHA-256 as soon as it is safe. */
async function queue({ task, ownerId, bytes }: Queued): Promise<string> {
  const [{ sha256Of }, { queuePhoto }] = await Promise.all([
    import('#app/phone/shrink.ts'),
    import('#app/phone/at-home.ts'),
  ])
  const sha256 = await sha256Of(bytes)
  await queuePhoto({ sha256, workLogId: task.id, ownerId, taskName: task.name, bytes })
  return sha256
}
