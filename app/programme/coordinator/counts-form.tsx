import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import { add, formatPrice, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'
import { paymentFor } from '#shop/programme/pay.ts'

/** A worker's count for one task. `price`: the pay of some quantity, from which the count's pay is computed. */
type CountRow = {
  name: string
  label: string
  hint: string
  value: string
  price: { paymentAmount: Money; quantity: number }
}

/** A form with counts and their sum, and one deadline. A row with an empty count or 0 creates no task. */
export function CountsForm({
  rows,
  fields,
  deadline,
  firstDay,
  problems,
  asksAgain,
  unit,
  children,
}: {
  rows: readonly CountRow[]
  /** Hidden fields. */
  fields: Readonly<Record<string, string>>
  deadline: string
  firstDay: string
  problems: Problems
  /** True if the same tasks have just been handed out. The button then confirms the repetition. */
  asksAgain: boolean
  /** The unit of all rows. Without it the sum names only tasks. */
  unit?: string
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  // Counts may be typed before hydration.
  useEffect(() => setTyped(countsIn(form.current)), [])
  const counts = rows.map((row) => ({ ...row, count: countOf(typed[row.name] ?? row.value) }))
  const filledRows = counts.filter(({ count }) => count > 0)
  const { counts: words } = useWords()
  return (
    <Form
      ref={form}
      method="post"
      className="counts-form"
      noValidate
      onChange={() => setTyped(countsIn(form.current))}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {rows.map(({ name, label, hint, value }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value}
          errors={problems[name] ? [problems[name]] : null}
        />
      ))}
      <TextField
        type="date"
        name="deadline"
        label={words.deadline}
        hint={words.deadlineHint}
        min={firstDay}
        defaultValue={deadline}
        errors={problems.completionDeadline ? [problems.completionDeadline] : null}
      />
      {children}
      <CountsSum {...{ filledRows, unit, asksAgain }} />
    </Form>
  )
}

type CountsSumProps = {
  unit: string | undefined
  asksAgain: boolean
  filledRows: readonly (CountRow & { count: number })[]
}

/** Shows the number of tasks and pieces with their pay, and the button that hands them out. */
function CountsSum({ filledRows, unit, asksAgain }: CountsSumProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const { counts: words } = useWords()
  const { amount } = useFormats()
  const pay = add(NO_MONEY, ...filledRows.map(({ price, count }) => paymentFor(price, count)))
  const pieces = filledRows.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="counts-sum">
      <p role="status">
        {words.tasks({ count: filledRows.length })}
        {unit && `, ${amount(pieces, unit)}`}: <b>{formatPrice(pay)}</b>
      </p>
      {asksAgain ? (
        <Button name="again" value="yes" busy={isBusy}>
          {words.giveAgain}
        </Button>
      ) : (
        <Button busy={isBusy}>{words.give}</Button>
      )}
    </div>
  )
}

function countsIn(form: HTMLFormElement | null): Record<string, string> {
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Returns the count in a text, or 0 if it is invalid. The server reports the problem. */
function countOf(text: string): number {
  const count = numberIn(text)
  return Number.isInteger(count) && count > 0 && count <= 100_000 ? count : 0
}
