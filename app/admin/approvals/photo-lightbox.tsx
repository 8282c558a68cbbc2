import { useNavigate } from 'react-router'
import type { OpenPhoto } from '#app/admin/approvals/approval.ts'
import { Dialog } from '#app/kit/dialog.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'

/** The photo in full, beside the earlier one that it resembles. It belongs to an address, so a plain link opens it. */
export function PhotoLightbox({ open: { approval, before }, closeTo }: { open: OpenPhoto; closeTo: string }) {
  const navigate = useNavigate()
  const { photo, taskName, worker, submissionDate } = approval
  if (!photo) return null
  return (
    <Dialog
      open
      title={taskName}
      className="lightbox"
      onClose={() => void navigate(closeTo, { preventScrollReset: true })}
    >
      <div className="lightbox-photos">
        <figure>
          <img
            src={photo.url}
            width={photo.width}
            height={photo.height}
            alt={`What was sent for ${taskName}`}
          />
          <figcaption>
            {worker?.fullName}
            {submissionDate && `, ${formatDayAndTime(submissionDate)}`}. <a href={photo.url}>Full size</a>
          </figcaption>
        </figure>
        {before && (
          <figure>
            <img src={before.url} alt={`The earlier photo, sent for ${before.taskName}`} />
            <figcaption>
              Earlier, for {before.taskName}. <a href={before.url}>Full size</a>
            </figcaption>
          </figure>
        )}
      </div>
    </Dialog>
  )
}
