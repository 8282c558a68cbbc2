import { Dialog } from '#app/kit/dialog.tsx'
import type { OpenPhoto } from '#app/programme/review/approval-card.tsx'
import { useForms, useWords } from '#app/programme/words/words.ts'

/**
 * The photo in full, beside the earlier one that it resembles. It has its own URL, so a plain link opens it.
 */
export default function PhotoLightbox({
  open: { approval, before },
  closeTo,
}: {
  open: OpenPhoto
  closeTo: string
}) {
  const { photo, worker, submissionDate } = approval
  const { review: words } = useWords()
  const { dayAndTime, taskName } = useForms()
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
        {before && (
          <figure>
            <img src={before.url} alt={words.earlierPhoto({ task: before.taskName })} />
            <figcaption>
              {words.earlierFor({ task: before.taskName })} <a href={before.url}>{words.fullSize}</a>
            </figcaption>
          </figure>
        )}
      </div>
    </Dialog>
  )
}
