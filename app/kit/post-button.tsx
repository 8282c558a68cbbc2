import { Form, type FormProps } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/button.tsx'

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
