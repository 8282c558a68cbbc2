import type { ComponentProps } from 'react'

/** The checkbox that selects a row: the key x checks it, and on a phone the space around it belongs to it. */
export function RowCheckbox(input: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="row-pick">
      <input {...input} type="checkbox" data-select />
    </label>
  )
}
