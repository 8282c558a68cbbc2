import { type DragEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type FormPicture, fieldId } from '#app/admin/products/product-form-data.ts'
import { Button, IconButton } from '#app/kit/button.tsx'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'

type PicturesFieldProps = { pictures: FormPicture[]; newUrl: string; problem: string | undefined }

/**
 * The pictures of a product in order; cards show the first. They are reordered by dragging or by buttons. Without
 * JavaScript, the buttons post the form, and the server returns the form with the new order.
 */
export function PicturesField({ pictures: initial, newUrl, problem }: PicturesFieldProps) {
  const [pictures, setPictures] = useState(initial)
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const fields = useRef<HTMLFieldSetElement>(null)
  // Dispatches `input`, which makes the form store its draft. Browsers do not fire it when pictures are moved or
  // removed.
  useEffect(() => {
    if (pictures !== initial) fields.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [pictures, initial])
  const movePicture = (from: number, to: number) => {
    if (to < 0 || to >= pictures.length) return
    const reordered = [...pictures]
    reordered.splice(to, 0, ...reordered.splice(from, 1))
    setPictures(reordered)
  }
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (draggedIndex !== null) movePicture(draggedIndex, to)
    setDraggedIndex(null)
  }
  return (
    <fieldset ref={fields} className="pictures" aria-labelledby="pictures-title">
      {pictures.length > 0 && (
        <ol>
          {pictures.map((picture, at) => (
            <li
              key={picture.url}
              draggable
              onDragStart={() => setDraggedIndex(at)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, at)}
              data-dragged={draggedIndex === at || undefined}
            >
              <PictureRow
                picture={picture}
                at={at}
                isLast={at === pictures.length - 1}
                onMove={(to) => movePicture(at, to)}
                onRemove={() => setPictures(pictures.filter((other) => other !== picture))}
                onAlt={(alt) =>
                  setPictures(pictures.map((other) => (other === picture ? { ...picture, alt } : other)))
                }
              />
            </li>
          ))}
        </ol>
      )}
      <AddPictures newUrl={newUrl} problem={problem} />
    </fieldset>
  )
}

type RowProps = {
  picture: FormPicture
  at: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
  onAlt: (alt: string) => void
}

function PictureRow({ picture: { url, alt, problem = '' }, at, isLast, onMove, onRemove, onAlt }: RowProps) {
  const button = (action: string, verb: string, onPress: () => void, direction = '') => ({
    label: `${verb} picture ${at + 1}${direction}`,
    name: 'picture',
    value: `${action}:${at}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onPress()
    },
  })
  return (
    <>
      <ProductPicture src={url} alt="" loading="eager" sizes="5rem" />
      <input type="hidden" name="image_url" value={url} />
      <TextField
        name="image_alt"
        label={`What picture ${at + 1} shows`}
        value={alt}
        onChange={(event) => onAlt(event.target.value)}
        maxLength={200}
        placeholder="The product's name"
        hint={url.startsWith('http') ? fetchState(url, problem) : undefined}
      />
      <div className="pictures-buttons">
        <IconButton
          {...button('up', 'Move', () => onMove(at - 1), ' up')}
          icon={moreIcons.arrowUp}
          disabled={at === 0}
        />
        <IconButton
          {...button('down', 'Move', () => onMove(at + 1), ' down')}
          icon={moreIcons.arrowDown}
          disabled={isLast}
        />
        <IconButton {...button('remove', 'Remove', onRemove)} icon="trash" />
      </div>
    </>
  )
}

/** Texts for the recorded reasons why a picture could not be fetched. */
const PROBLEMS: Record<string, string> = {
  address_not_allowed: 'the URL is not https on a public site, or the shop takes no pictures from this site',
  not_reached: 'the site does not return a picture',
  too_many_redirects: 'the site redirects too often',
  not_a_picture: 'it is not a JPEG, PNG, WebP, AVIF or GIF',
  picture_too_large: 'it has 5 MB or more',
  picture_has_too_many_pixels: 'it has too many pixels',
  picture_interlaced: 'it is interlaced and has more than 4 megapixels',
  picture_16_bit: 'it has 16 bits per colour and more than 4 megapixels',
  picture_damaged: 'it is damaged',
  picture_takes_too_long: 'it takes too long to decode',
  picture_infected: 'the virus scanner found something harmful in it',
  picture_not_checked: 'the virus scanner did not answer',
}

function fetchState(url: string, problem: string): string {
  const { host } = new URL(url)
  if (problem === '')
    return `On ${host}. The shop fetches it within minutes of saving; until then it is not shown.`
  const why = PROBLEMS[problem] ?? 'something went wrong'
  return `On ${host}. Not fetched: ${why}. To try again now, save the product without the picture and add it again.`
}

function AddPictures({ newUrl, problem }: Pick<PicturesFieldProps, 'newUrl' | 'problem'>) {
  const id = fieldId('images')
  return (
    <div className="pictures-add">
      <div className="field">
        <label htmlFor={id} className="field-label">
          Upload pictures
        </label>
        <input
          id={id}
          type="file"
          name="images"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif,.jpg,.jpeg,.png,.webp,.avif,.gif"
          aria-describedby={`${id}-description${problem ? ` ${id}-error` : ''}`}
          aria-invalid={problem ? true : undefined}
        />
        <p id={`${id}-description`} className="field-hint">
          JPEG, PNG, WebP, AVIF or GIF, below 5 MB each. They are resized and stored without their metadata.
        </p>
        <FieldNotes id={id} errors={problem ? [problem] : null} />
      </div>
      <TextField
        name="new_image_url"
        type="url"
        label="Image URL"
        defaultValue={newUrl}
        optional
        hint="An https URL. The shop fetches the picture when the product is saved, and stores its own copy"
      />
      <Button look="line" name="picture" value="add">
        Add pictures
      </Button>
    </div>
  )
}
