import { type ChangeEvent, type ComponentProps, useEffect, useLayoutEffect, useState } from 'react'
import { Form } from 'react-router'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { pluralize } from '#shop/kernel/text.ts'

/**
 * Returns the ticked rows of a list, whose checkboxes have values that begin with the row's id. Boxes that were ticked
 * before hydration are read before the first paint, so that the bar does not flicker.
 */
export function useSelection(form: string, ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with other rows is another component
  useLayoutEffect(() => setPicked(tickedRows(form, ids)), [])
  useEffect(() => {
    // A page from the back/forward cache still has the ticks, and the rows as they were before a change.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const onPick = (id: string, isPicked: boolean) =>
    setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id)))
  return {
    count: picked.size,
    isPicked: (id: string) => picked.has(id),
    onPick,
    /** Props of a row's checkbox. `autoComplete`: by Back and on reload browsers tick boxes again unless it is off. */
    boxOf: (id: string) => ({
      ...{ form, autoComplete: 'off', checked: picked.has(id) },
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onPick(id, currentTarget.checked),
    }),
    onPickAll: () => setPicked(new Set(ids)),
    onPickNone: () => setPicked(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>

function tickedRows(form: string, ids: readonly string[]): ReadonlySet<string> {
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${form}"]:checked`)
  const ticked = new Set([...boxes].map(({ value }) => value.split(':')[0]))
  return new Set(ids.filter((id) => ticked.has(id)))
}

export type BarProps = { selection: Pick<Selection, 'count' | 'onPickAll' | 'onPickNone'> }

/** The actions on all ticked rows, each an `of`. Without JavaScript the bar is shown while a row is ticked. */
export function SelectionBar({
  of,
  selection: { count, onPickAll, onPickNone },
  children,
  ...form
}: BarProps & { of: string } & ComponentProps<typeof Form>) {
  const isHydrated = useHydrated()
  const isEmpty = isHydrated && count === 0
  const title = `Selected ${of}s`
  // Status and button stay in the page: the status must exist before its text changes, and the button keeps the focus.
  return (
    <div className={isEmpty ? 'mb-2' : 'bulk-bar'} data-early={!isHydrated || undefined}>
      <span role="status" className={isEmpty ? 'sr-only' : undefined}>
        {isHydrated ? `${pluralize(count, of)} selected` : title}
      </span>
      {!isEmpty && (
        <Form {...form} method="post" className="contents" aria-label={title}>
          {children}
        </Form>
      )}
      {isHydrated && (
        <Button
          type="button"
          look={isEmpty ? 'line' : 'paper'}
          size={isEmpty ? 'sm' : 'md'}
          onClick={isEmpty ? onPickAll : onPickNone}
        >
          {isEmpty ? 'Select all on this page' : 'Clear'}
        </Button>
      )}
    </div>
  )
}
