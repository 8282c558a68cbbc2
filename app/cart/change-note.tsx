import { Form } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'

/** What is different about a line since it was last seen. */
export function ChangeNote({ children }: { children: string }) {
  return (
    <p className="field-note mt-2 text-ink-soft">
      <Icon name="info" size="s" />
      <span>{children}</span>
    </p>
  )
}

/** Above a cart with such lines: they go on saying so until the customer has seen it. */
export function ChangedSince() {
  return (
    <Form
      method="post"
      action="/cart"
      preventScrollReset
      className="mt-4 flex flex-wrap items-center gap-x-4 text-ink-soft text-sm"
    >
      <input type="hidden" name="intent" value="seen" />
      <p>Some prices or stock have changed since your last visit. See the notes below.</p>
      <button type="submit" className="link min-h-11">
        Got it
      </button>
    </Form>
  )
}
