import { Button } from '#app/kit/button.tsx'
import { Spinner } from '#app/kit/status.tsx'

/** The form's primary button; it shows when the form is being sent. */
export function SubmitButton({
  label,
  busyLabel,
  isBusy,
  autoFocus,
  form,
  disabled,
}: {
  label: string
  busyLabel: string
  isBusy: boolean
  /** The page scrolls to it when it opens. */
  autoFocus?: boolean
  /** The id of the form that it sends, when it stands outside. */
  form?: string
  /** What it sends would be refused. */
  disabled?: boolean
}) {
  return (
    <Button wide form={form} disabled={disabled} {...(autoFocus && { autoFocus })}>
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
