import { useLayoutEffect, useState } from 'react'

/**
 * Returns the ticked rows of a list, whose checkboxes have values that begin with the row's id. Boxes that were ticked
 * before hydration are read before the first paint, so that the bar does not flicker.
 */
export function useSelection(form: string, ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with other rows is another component
  useLayoutEffect(() => setPicked(tickedRows(form, ids)), [])
  return {
    count: picked.size,
    isPicked: (id: string) => picked.has(id),
    onPick: (id: string, isPicked: boolean) =>
      setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id))),
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
