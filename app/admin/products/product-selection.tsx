import { useState } from 'react'
import { Form } from 'react-router'
import type { Selection } from '#app/desk/selection.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { Options } from '#app/kit/fields.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LIST_CHANGES, type ListChange, takesValue } from '#shop/catalogue/listing.ts'
import { pluralize } from '#shop/kernel/text.ts'

export const SELECTION_FORM = 'selected-products'

type SelectionBarProps = Pick<Selection, 'count' | 'onPickAll' | 'onPickNone'> & { action: string }

/** Makes one change to all ticked products. A dialog shows it before it is applied. */
export function SelectionBar({ action, count, onPickAll, onPickNone }: SelectionBarProps) {
  const isHydrated = useHydrated()
  const [change, setChange] = useState<ListChange>('activate')
  if (isHydrated && count === 0) {
    return (
      <p className="mb-2">
        <Button type="button" look="line" size="sm" onClick={onPickAll}>
          Select all on this page
        </Button>
      </p>
    )
  }
  return (
    <Form
      id={SELECTION_FORM}
      method="post"
      action={action}
      className="bulk-bar"
      data-early={!isHydrated || undefined}
      aria-label="Selected products"
      preventScrollReset
    >
      <span role="status">
        {isHydrated ? `${pluralize(count, 'product')} selected` : 'Selected products'}
      </span>
      <input type="hidden" name="intent" value="select" />
      <label>
        <VisuallyHidden>Change of the selected products</VisuallyHidden>
        <select
          name="change"
          className="input w-auto"
          defaultValue={change}
          onChange={(event) => setChange(event.currentTarget.value as ListChange)}
        >
          <Options values={Object.keys(LIST_CHANGES) as ListChange[]} names={LIST_CHANGES} />
        </select>
      </label>
      {(takesValue(change) || !isHydrated) && (
        <label>
          <VisuallyHidden>Amount, percentage or units</VisuallyHidden>
          <input name="value" inputMode="decimal" maxLength={20} autoComplete="off" className="input w-28" />
        </label>
      )}
      <Button look="accent">Show what would change</Button>
      {isHydrated && (
        <Button type="button" look="paper" onClick={onPickNone}>
          Clear
        </Button>
      )}
    </Form>
  )
}
