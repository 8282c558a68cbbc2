import { Form } from 'react-router'
import { Button } from '#app/ui/kit/button.tsx'
import { Icon } from '#app/ui/kit/icon.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'
import { useSending } from './use-sending.ts'

const STARS = [1, 2, 3, 4, 5]

/** Stars, and the button that approves. */
export function ApproveForm({ id }: { id: string }) {
  const isBusy = useSending(id, 'approve')
  return (
    <Form method="post" className="approve-form" data-approve>
      <input type="hidden" name="intent" value="approve" />
      <input type="hidden" name="id" value={id} />
      <fieldset className="stars">
        <legend className="sr-only">Rating</legend>
        {STARS.map((star) => (
          <label key={star}>
            <input type="radio" name="rating" value={star} required />
            <Icon name="star" />
            <VisuallyHidden>{star === 1 ? '1 star' : `${star} stars`}</VisuallyHidden>
          </label>
        ))}
      </fieldset>
      <Button busy={isBusy} icon="check">
        Approve
      </Button>
    </Form>
  )
}
