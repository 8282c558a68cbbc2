import { Button } from '#app/kit/button.tsx'
import { Spinner } from '#app/kit/status.tsx'

/** The form's one solid button; while the form is on its way it says so. */
export function SubmitButton({
  label,
  busyLabel,
  isBusy,
}: {
  label: string
  busyLabel: string
  isBusy: boolean
}) {
  return (
    <Button wide>
      {isBusy ? (
        <span className="inline-flex items-center gap-2.5">
          <Spinner />
          {busyLabel}
        </span>
      ) : (
        label
      )}
    </Button>
  )
}
