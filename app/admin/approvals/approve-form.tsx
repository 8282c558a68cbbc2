import { Form } from 'react-router'
import type { Approval } from '#app/admin/approvals/approval.ts'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { isInPieces, makesGoods } from '#shop/programme/task.ts'
import { useSending } from './use-sending.ts'

const STARS = [1, 2, 3, 4, 5]

/** Stars, what is added to stock, and the button that approves. */
export function ApproveForm({ approval }: { approval: Approval }) {
  const { id, productName } = approval
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
      {productName && <StockFields approval={approval} productName={productName} />}
      <Button busy={isBusy} icon="check">
        Approve
      </Button>
    </Form>
  )
}

/** Ticked where the work makes pieces; the admin sees and may change what is added. */
function StockFields({ approval, productName }: { approval: Approval; productName: string }) {
  const { quantity, unit, taskType } = approval
  return (
    <div className="approve-stock">
      <Checkbox
        name="addToStock"
        value="1"
        label={`Add to stock of ${productName}`}
        defaultChecked={makesGoods(taskType) && isInPieces(unit)}
      />
      <TextField
        type="number"
        label="Units"
        name="stockQuantity"
        min={0}
        max={100_000}
        defaultValue={quantity}
        hint={`The task: ${quantity.toLocaleString('en-IN')} ${unit}`}
      />
    </div>
  )
}
