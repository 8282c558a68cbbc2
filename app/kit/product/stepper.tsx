import { type MouseEvent, useId, useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { NumberInput } from '#app/kit/number-input.tsx'
import { classNames } from '#app/kit/text.tsx'

export type StepperProps = {
  label: string
  value: number
  min?: number
  max: number
  onChange: (quantity: number) => void
  /** Name of the form field with the number. It works without JavaScript. */
  name?: string
  /** Name under which − and + post the new number without JavaScript. If omitted, they need JavaScript. */
  stepName?: string
  disabled?: boolean
  /** The input that was refused, until it changes. `describedBy`: the id of the reason. */
  refused?: { typed: string; describedBy: string } | null
  wide?: boolean
}

/** A number between the buttons − and +. At the minimum or maximum a button stays focusable but does nothing. */
export function Stepper(props: StepperProps) {
  const { label, value, min = 1, max, onChange, wide } = props
  const bounds = { min, max }
  const id = useId()
  const step = (by: number) => onChange(boundQuantity(value + by, bounds))
  return (
    <fieldset className={classNames('stepper', wide && 'stepper-wide')} aria-label={label}>
      <StepButton {...props} to={value - 1} bounds={bounds} numberId={id} onStep={() => step(-1)} />
      <QuantityInput {...props} id={id} bounds={bounds} />
      <StepButton {...props} to={value + 1} bounds={bounds} numberId={id} onStep={() => step(1)} />
    </fieldset>
  )
}

type StepButtonProps = StepperProps & { to: number; bounds: Bounds; numberId: string; onStep: () => void }

function StepButton({ value, to, bounds, numberId, onStep, stepName, disabled }: StepButtonProps) {
  // If the number is above the maximum because the stock has fallen, − stays enabled.
  const blocked = disabled || (to < value ? to < bounds.min : to > bounds.max)
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (!blocked) onStep()
  }
  return (
    <button
      {...(stepName
        ? { type: 'submit', name: stepName, value: blocked ? value : to, formNoValidate: true }
        : { type: 'button' })}
      className={stepName ? undefined : 'needs-js'}
      aria-controls={numberId}
      aria-disabled={blocked || undefined}
      onClick={press}
    >
      <Icon name={to < value ? 'minus' : 'plus'} />
      <span className="sr-only">{to < value ? 'Decrease quantity' : 'Increase quantity'}</span>
    </button>
  )
}

type QuantityInputProps = StepperProps & { id: string; bounds: Bounds }

function QuantityInput({ id, label, value, name, onChange, bounds, disabled, refused }: QuantityInputProps) {
  // While a person types, the field may contain text that is not a quantity. The number itself stays valid.
  const [draft, setDraft] = useState<string | null>(refused?.typed ?? null)
  const enter = (text: string) => {
    setDraft(text)
    const quantity = typedQuantity(text, bounds)
    if (quantity !== null) onChange(quantity)
  }
  const leave = () => {
    if (draft !== null && draft !== '') onChange(boundQuantity(Number(draft), bounds))
    setDraft(null)
  }
  return (
    <NumberInput
      id={id}
      name={name}
      aria-label={label}
      aria-invalid={refused ? true : undefined}
      aria-describedby={refused?.describedBy}
      value={draft ?? value}
      min={bounds.min}
      max={bounds.max}
      disabled={disabled}
      onChange={(event) => enter(event.target.value)}
      onBlur={leave}
    />
  )
}

/** Returns the quantity that was entered before hydration, or 0. */
export function typedQuantityIn(form: HTMLFormElement | null): number {
  const field = form?.querySelector<HTMLInputElement>('input[name="quantity"]')
  return Math.max(0, Math.trunc(Number(field?.value)) || 0)
}

export type Bounds = { min: number; max: number }

/** Returns the nearest integer within the bounds. Returns `min` if `max` is below it (out of stock). */
export function boundQuantity(quantity: number, { min, max }: Bounds): number {
  if (!Number.isFinite(quantity)) return min
  return Math.max(min, Math.min(max, Math.trunc(quantity)))
}

/** Parses a typed quantity. Null while the text is not a whole number within the bounds ('' or '1e'). */
export function typedQuantity(text: string, bounds: Bounds): number | null {
  if (!/^\d{1,6}$/.test(text)) return null
  const quantity = Number(text)
  return quantity === boundQuantity(quantity, bounds) ? quantity : null
}
