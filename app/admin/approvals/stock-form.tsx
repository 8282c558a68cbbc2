import { Form } from 'react-router'
import type { Approval } from '#app/admin/approvals/approval.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { useSending } from './use-sending.ts'

/** Says how many units of its product an approved task added to stock, and changes that. */
export function StockForm({ approval }: { approval: Approval }) {
  const { id, productName, quantity, stockedQuantity } = approval
  const isBusy = useSending(id, 'stock')
  const added = `${(stockedQuantity ?? 0).toLocaleString('en-IN')} of ${productName}`
  return (
    <details className="batch-form">
      <summary>{stockedQuantity === null ? 'Add what it made to stock' : `Added to stock: ${added}`}</summary>
      <Form method="post">
        <input type="hidden" name="intent" value="stock" />
        <input type="hidden" name="id" value={id} />
        <TextField
          type="number"
          label={`Units of ${productName} that this task adds to stock`}
          name="stockQuantity"
          min={0}
          max={100_000}
          required
          defaultValue={stockedQuantity ?? quantity}
          hint="The stock moves by the difference; 0 takes the units back."
        />
        <Button look="line" busy={isBusy}>
          Save
        </Button>
      </Form>
    </details>
  )
}
