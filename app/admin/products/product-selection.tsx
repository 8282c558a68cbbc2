import { useLayoutEffect, useState } from 'react'
import { Form } from 'react-router'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { Options } from '#app/kit/fields.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LIST_CHANGES, type ListChange, takesValue } from '#shop/catalogue/listing.ts'
import { pluralize } from '#shop/kernel/text.ts'

export const SELECTION_FORM = 'selected-products'

/** The ticked rows. Boxes ticked before hydration are read before the first paint. */
export function useSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with other rows has another key
  useLayoutEffect(() => setPicked(tickedRows(ids)), [])
  return {
    count: picked.size,
    isPicked: (id: string) => picked.has(id),
    onPick: (id: string, isPicked: boolean) =>
      setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id))),
    onPickAll: () => setPicked(new Set(ids)),
    onPickNone: () => setPicked(new Set()),
  }
}

function tickedRows(ids: readonly string[]): ReadonlySet<string> {
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${SELECTION_FORM}"]:checked`)
  const ticked = new Set([...boxes].map(({ value }) => value))
  return new Set(ids.filter((id) => ticked.has(id)))
}

type SelectionBarProps = { action: string } & Pick<
  ReturnType<typeof useSelection>,
  'count' | 'onPickAll' | 'onPickNone'
>

/** One change for all ticked products, which a dialog shows before it is applied. */
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
    <div className={isHydrated ? undefined : 'without-js'}>
      <Form
        id={SELECTION_FORM}
        method="post"
        action={action}
        className="bulk-bar"
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
            <input
              name="value"
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              className="input w-28"
            />
          </label>
        )}
        <Button look="accent">Show what would change</Button>
        {isHydrated && (
          <Button type="button" look="paper" onClick={onPickNone}>
            Clear
          </Button>
        )}
      </Form>
    </div>
  )
}
