import type { ComponentProps } from 'react'

/** Every number field of the shop. The mouse wheel scrolls the page and leaves the number as it is. */
export function NumberInput(props: Omit<ComponentProps<'input'>, 'onWheel'>) {
  // Browsers change the focused number field only, and React cannot cancel the wheel: its listeners are passive.
  return (
    <input type="number" inputMode="numeric" {...props} onWheel={(event) => event.currentTarget.blur()} />
  )
}
