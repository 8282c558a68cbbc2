import { useEffect, useRef, useState } from 'react'
import { FieldFrame, useWiring } from '#app/kit/fields.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { useForm } from '#app/kit/use-form.ts'
import {
  chosenPhotosProblem,
  MAX_REQUEST_PHOTOS,
  type RequestPhoto,
  requestPhotoPath,
} from '#shop/orders/request-photo.ts'
import { pictureType } from '#shop/pictures.ts'

/** The name of the field. In the answer to a form, its value is the number of files that were sent. */
export const PHOTOS = 'photos'

export function checkPhotos(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem(PHOTOS)
  // Skips files that are being shrunk, because the form waits for them.
  if (!(input instanceof HTMLInputElement) || input.matches('[aria-busy="true"]')) return {}
  const files = [...(input.files ?? [])]
  const problem = chosenPhotosProblem(files, input.dataset.unreadable)
  return problem ? { [PHOTOS]: problem } : {}
}

type PhotosFieldProps = {
  field: ReturnType<typeof useForm>['field']
  /** True while chosen photographs are being shrunk. The form waits for them. */
  isShrinking: boolean
  setShrinking: (isShrinking: boolean) => void
}

/** The field for photographs. Scripts list the chosen files, and shrink large files and those of iPhones. */
export function PhotosField({ field, isShrinking, setShrinking }: PhotosFieldProps) {
  const { defaultValue: sentCount, errors, ...named } = field(PHOTOS)
  const [names, setNames] = useState<string[]>([])
  const [unreadable, setUnreadable] = useState<string>()
  const wiring = useWiring(named, { hint: HINT, errors })
  const input = useRef<HTMLInputElement>(null)
  const choice = useRef(0)
  const readChoice = async () => {
    const files = [...(input.current?.files ?? [])]
    const current = ++choice.current
    setNames(files.map(({ name }) => name))
    setShrinking(files.length > 0)
    const notPictures = await filterNotPictures(files)
    const isHeavy = (file: File) => file.size > HEAVY_BYTES || notPictures.includes(file)
    // A file that the browser cannot shrink stays unchanged. The form then shows the problem.
    const smaller = files.some(isHeavy) ? await shrinkHeavy(files, isHeavy).catch(() => null) : null
    const [firstUnreadable] = smaller ? await filterNotPictures([...smaller]) : notPictures
    if (current !== choice.current) return
    if (smaller && input.current) input.current.files = smaller
    setUnreadable(firstUnreadable?.name)
    setShrinking(false)
  }
  // Files may be chosen before the script runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => void readChoice(), [])
  return (
    <FieldFrame id={wiring.id} label="Photographs" optional hint={HINT} errors={errors}>
      <input
        {...wiring}
        ref={input}
        type="file"
        name={named.name}
        multiple
        accept="image/*"
        className="input request-photos-input"
        aria-busy={isShrinking || undefined}
        data-unreadable={unreadable}
        onChange={() => void readChoice()}
      />
      {sentCount !== '' && names.length === 0 && (
        <p className="font-semibold">Please choose your photographs again: a browser can’t keep them.</p>
      )}
      {names.length > 0 && (
        <ul className="request-photos-names" aria-label="Chosen photographs">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </FieldFrame>
  )
}

const HINT = (
  <>
    Up to {MAX_REQUEST_PHOTOS}
    <noscript>, each below 5 MB</noscript>: what’s wrong, and the label on the pack. Only you and our staff
    see them. We delete them 6 months after our decision.
  </>
)

/** Larger photographs are shrunk, because sending such a file takes a minute on a slow network. */
const HEAVY_BYTES = 1024 * 1024

/** Returns the files for an input. Shrinks heavy files if the browser can read them. */
async function shrinkHeavy(files: readonly File[], isHeavy: (file: File) => boolean): Promise<FileList> {
  // Loaded only when a photograph needs it.
  const { shrink } = await import('#app/kit/shrink-photo.ts')
  const transfer = new DataTransfer()
  for (const file of files) {
    const shrunk = isHeavy(file) ? await shrink(file) : null
    transfer.items.add(shrunk?.ok ? new File([shrunk.bytes], file.name, { type: shrunk.bytes.type }) : file)
  }
  return transfer.files
}

async function filterNotPictures(files: readonly File[]): Promise<File[]> {
  const typeOf = async (file: File) => pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  const types = await Promise.all(files.map((file) => typeOf(file).catch(() => null)))
  return files.filter((_, at) => types[at] === null)
}

type RequestPhotosProps = { orderId: string; requestId: string; photos: readonly RequestPhoto[] }

/** The photographs of a request. Each opens in a new tab, so that nothing typed on the page is lost. */
export function RequestPhotos({ orderId, requestId, photos }: RequestPhotosProps) {
  const pictures = photos.filter((photo) => photo.requestId === requestId)
  if (pictures.length === 0) return null
  return (
    <ul className="request-photos">
      {pictures.map(({ id, width, height }, at) => (
        <li key={id}>
          <a href={requestPhotoPath(orderId, id)} target="_blank" rel="noreferrer">
            <img
              src={requestPhotoPath(orderId, id)}
              alt={`Photograph ${at + 1} of ${pictures.length} of the refund request`}
              width={width}
              height={height}
              loading="lazy"
            />
            <VisuallyHidden>, opens in a new tab</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  )
}
