import { Form } from 'react-router'
import type { Approval } from '#app/admin/approvals/approval.ts'
import { Button } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { useSending } from './use-sending.ts'

/** Says into which product and batch the work went; the product's page then names the group, if she agreed. */
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
    <details className="batch-form">
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
    </details>
  )
}
