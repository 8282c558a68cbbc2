import { Form, type FormProps } from 'react-router'
import { Button, type ButtonProps, Spinner } from '#app/kit/button.tsx'

/** `form`: the form's id, if the button is outside of it. `autoFocus`: focuses the button when the page loads. */
type SubmitButtonProps = Pick<ButtonProps, 'autoFocus' | 'form' | 'disabled'> & {
  label: string
  busyLabel: string
  isBusy: boolean
}

export function SubmitButton({ label, busyLabel, isBusy, ...button }: SubmitButtonProps) {
  return (
    <Button wide {...button}>
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

/** A form of hidden fields and one button. It also works before JavaScript is loaded. */
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
