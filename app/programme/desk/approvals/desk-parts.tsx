/** Parts of a task's card for admins only: product, batch and the change of stock. */
import { Form } from 'react-router'
import { Unfolding } from '#app/kit/browser/unfolding.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox, SelectField, TextField } from '#app/kit/fields.tsx'
import { type Approval, useSending } from '#app/programme/review/approval-card.tsx'
import { formatNumber } from '#shop/kernel/number.ts'
import { isInPieces, producesStock } from '#shop/programme/task.ts'

/** Checked where the work makes pieces; the admin sees the number and may change it. */
export function StockFields({ approval, productName }: { approval: Approval; productName: string }) {
  const { quantity, unit, taskType, progressCount } = approval
  return (
    <div className="approve-stock">
      <Checkbox
        name="addToStock"
        value="1"
        label={`Add to stock of ${productName}`}
        defaultChecked={producesStock(taskType) && isInPieces(unit)}
      />
      <TextField
        type="number"
        label="Units"
        name="stockQuantity"
        min={0}
        max={100_000}
        defaultValue={progressCount > 0 ? progressCount : quantity}
        hint={`The task: ${formatNumber(quantity)} ${unit}`}
      />
    </div>
  )
}

/** Says how many units of its product an approved task added to stock, and changes that. */
export function StockForm({ approval }: { approval: Approval }) {
  const { id, productName, quantity, stockedQuantity } = approval
  const isBusy = useSending(id, 'stock')
  const added = `${formatNumber(stockedQuantity ?? 0)} of ${productName}`
  return (
    <Unfolding className="batch-form">
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
    </Unfolding>
  )
}

/** Sets the product and batch of the work; the product's page then names the group, if she agreed. */
export function BatchForm({
  approval: { id, productId, productName, batchCode },
  products,
}: {
  approval: Approval
  products: { id: string; name: string }[]
}) {
  const isBusy = useSending(id, 'batch')
  const made = productName && [productName, batchCode].filter(Boolean).join(', batch ')
  return (
    <Unfolding className="batch-form">
      <summary>{made ? `Made: ${made}` : 'Name the product it made'}</summary>
      <Form method="post">
        <input type="hidden" name="intent" value="batch" />
        <input type="hidden" name="id" value={id} />
        <SelectField label="Product" name="productId" defaultValue={productId ?? ''}>
          <option value="">None</option>
          {products.map((product) => (
            <option key={product.id} value={product.id}>
              {product.name}
            </option>
          ))}
        </SelectField>
        <TextField label="Batch" optional name="batchCode" maxLength={40} defaultValue={batchCode ?? ''} />
        <Button look="line" busy={isBusy}>
          Save
        </Button>
      </Form>
    </Unfolding>
  )
}
