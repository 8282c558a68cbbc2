import { Button } from '#app/kit/button.tsx'
import { Spinner } from '#app/kit/status.tsx'

/** The form's primary button; it shows when the form is being sent. */
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
