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

/** The name of the field. In an answer its value is the number of files that were sent. */
export const PHOTOS = 'photos'

/** Checks the chosen photographs before they are sent. */
export function checkPhotos(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem(PHOTOS)
  const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
  const problem = chosenPhotosProblem(files)
  return problem ? { [PHOTOS]: problem } : {}
}

/** The field for photographs of what is wrong. With JavaScript it lists the chosen files. */
export function PhotosField({ field }: { field: ReturnType<typeof useForm>['field'] }) {
  const { defaultValue: sent, errors, ...named } = field(PHOTOS)
  const [names, setNames] = useState<string[]>([])
  const hint = `Up to ${MAX_REQUEST_PHOTOS}, each below 5 MB: what’s wrong, and the label on the pack. Only you and our staff see them. We delete them 6 months after our decision.`
  const wiring = useWiring(named, { hint, errors })
  const input = useRef<HTMLInputElement>(null)
  const list = () => setNames([...(input.current?.files ?? [])].map(({ name }) => name))
  // Files may be chosen before the script runs.
  useEffect(list, [])
  return (
    <FieldFrame id={wiring.id} label="Photographs" optional hint={hint} errors={errors}>
      <input
        {...wiring}
        ref={input}
        type="file"
        name={named.name}
        multiple
        accept="image/*"
        className="input request-photos-input"
        onChange={list}
      />
      {sent !== '' && names.length === 0 && (
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

type RequestPhotosProps = { orderId: string; requestId: string; photos: readonly RequestPhoto[] }

/** A request's photographs; each opens in a new tab, so that nothing typed on the page is lost. */
export function RequestPhotos({ orderId, requestId, photos }: RequestPhotosProps) {
  const shown = photos.filter((photo) => photo.requestId === requestId)
  if (shown.length === 0) return null
  return (
    <ul className="request-photos">
      {shown.map(({ id, width, height }, at) => (
        <li key={id}>
          <a href={requestPhotoPath(orderId, id)} target="_blank" rel="noreferrer">
            <img
              src={requestPhotoPath(orderId, id)}
              alt={`Photograph ${at + 1} of ${shown.length} of the refund request`}
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
