import type { FormEvent, ReactNode } from 'react'

type CartFormProps = {
  number: number
  quantity: number
  /** Replaces the post where JavaScript runs; `then` is where the shopper wants to go afterwards. */
  onSend: (then: string | null) => void
  className?: string
  children: ReactNode
}

/** A form that adds a product to the cart and works before and without JavaScript. */
export function CartForm({ number, quantity, onSend, className, children }: CartFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    onSend(button?.name === 'then' ? button.value : null)
  }
  return (
    <form method="post" action="/cart" onSubmit={send} className={className}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </form>
  )
}
