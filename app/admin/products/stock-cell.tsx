import { useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import type { ListedProduct } from '#shop/catalogue/listing.ts'

/** At or below this stock the figure is red. */
const LOW_STOCK = 10

type StockCellProps = {
  product: Pick<ListedProduct, 'id' | 'name' | 'stockQuantity' | 'version' | 'status'>
  action: string
}

/** Edits a product's stock in its row of the list. The button appears on focus or after a change. */
export function StockCell({ product: { id, name, stockQuantity, version, status }, action }: StockCellProps) {
  const [isEdited, setEdited] = useState(false)
  const { stopTwice } = useSubmitting('stock')
  const look = stockQuantity <= LOW_STOCK && 'font-semibold text-danger'
  if (status === 'archived') return <span className={classNames(look)}>{stockQuantity}</span>
  return (
    <Form method="post" action={action} onSubmit={stopTwice} preventScrollReset className="stock-edit">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="stockShown" value={stockQuantity} />
      <input
        name="stock"
        aria-label={`Stock of ${name}`}
        defaultValue={stockQuantity}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        className={classNames('input', look)}
        onInput={(event) => setEdited(event.currentTarget.value !== String(stockQuantity))}
      />
      <Button look="line" size="sm" name="intent" value="stock" data-changed={isEdited || undefined}>
        Save<VisuallyHidden> the stock of {name}</VisuallyHidden>
      </Button>
    </Form>
  )
}
