import type { ComponentProps } from 'react'

/** A number field. The mouse wheel scrolls the page and never changes the number. */
export function NumberInput(props: Omit<ComponentProps<'input'>, 'onWheel'>) {
  // Browsers change only a focused number field. React cannot cancel the wheel event, because its listeners are
  // passive.
  return (
    <input type="number" inputMode="numeric" {...props} onWheel={(event) => event.currentTarget.blur()} />
  )
}
