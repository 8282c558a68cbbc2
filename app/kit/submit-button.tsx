import { Form, type FormProps } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/button.tsx'
import { Spinner } from '#app/kit/status.tsx'

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

type PostButtonProps = Omit<ButtonProps, 'form' | 'name' | 'value'> & {
  fields?: Record<string, string | number>
  form?: FormProps
}

/** A form of hidden fields and one button, which also works before JavaScript is loaded. */
export function PostButton({ fields = {}, form, ...button }: PostButtonProps) {
  return (
    <Form method="post" {...form}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} />
    </Form>
  )
}
