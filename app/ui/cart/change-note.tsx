import { Form } from 'react-router'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Icon } from '#app/ui/kit/icon.tsx'

/** What is different about a line since it was last seen. */
export function ChangeNote({ children }: { children: string }) {
  return (
    <p className="field-note mt-2 text-ink-soft">
      <Icon name="info" size="s" />
      <span>{children}</span>
    </p>
  )
}

/** Above a cart with such lines: they keep saying so until the customer has seen it. */
export function ChangedSince() {
  return (
    <Banner tone="info" live={false} className="mt-5" title="Something changed since you last looked.">
      It stands with each item; the sums are of now.
      <Form method="post" action="/cart" preventScrollReset className="mt-3">
        <input type="hidden" name="intent" value="seen" />
        <Button look="line" size="sm">
          I have seen it
        </Button>
      </Form>
    </Banner>
  )
}
