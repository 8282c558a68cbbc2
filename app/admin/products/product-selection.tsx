import { useState } from 'react'
import { type BarProps, SelectionBar } from '#app/desk/selection.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { Options } from '#app/kit/fields.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LIST_CHANGES, type ListChange, takesValue } from '#shop/catalogue/listing.ts'

export const SELECTION_FORM = 'selected-products'

/** Makes one change to all ticked products. A dialog shows it before it is applied. */
export function ProductSelectionBar({ action, selection }: BarProps & { action: string }) {
  const isHydrated = useHydrated()
  const [change, setChange] = useState<ListChange>('activate')
  return (
    <SelectionBar of="product" selection={selection} id={SELECTION_FORM} action={action} preventScrollReset>
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
    </SelectionBar>
  )
}
