import { Dialog } from '#app/kit/dialog.tsx'
import type { OpenPhoto } from '#app/programme/review/shown-photo.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'

type PhotoLightboxProps = { open: OpenPhoto; closeTo: string }

/** Shows a photo in full size beside the earlier photo that it resembles. It has its own URL, for links. */
export default function PhotoLightbox({ open: { approval, earlier }, closeTo }: PhotoLightboxProps) {
  const { photo, worker, submissionDate } = approval
  const { review: words } = useWords()
  const { dayAndTime, taskName } = useFormats()
  if (!photo) return null
  return (
    <Dialog title={taskName(approval)} className="lightbox" closeTo={closeTo}>
      <div className="lightbox-photos">
        <figure>
          <img
            src={photo.url}
            width={photo.width}
            height={photo.height}
            alt={words.sentFor({ task: taskName(approval) })}
          />
          <figcaption>
            {worker?.fullName}
            {submissionDate && `, ${dayAndTime(submissionDate)}`}. <a href={photo.url}>{words.fullSize}</a>
          </figcaption>
        </figure>
        {earlier && (
          <figure>
            <img src={earlier.url} alt={words.earlierPhoto({ task: taskName(earlier) })} />
            <figcaption>
              {words.earlierFor({ task: taskName(earlier) })} <a href={earlier.url}>{words.fullSize}</a>
            </figcaption>
          </figure>
        )}
      </div>
    </Dialog>
  )
}
