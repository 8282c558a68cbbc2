import type { ComponentProps } from 'react'
import { FieldFrame } from '#app/kit/fields.tsx'
import type { Problem } from '#app/kit/form-fields.ts'

export type AuthFieldProps = Omit<ComponentProps<'input'>, 'name'> & {
  name: string
  label: string
  hint?: string
  /** The form's problem and where it is shown; the field marks itself when it is the one. */
  problem: Problem | null
  problemId: string
}

/** A field whose problem stands in the form's red box, not beneath it. */
export function AuthField({ label, hint, problem, problemId, ...input }: AuthFieldProps) {
  const isWrong = problem?.field === input.name
  const id = `field-${input.name}`
  const describedBy = [hint && `${id}-description`, isWrong && problemId].filter(Boolean).join(' ')
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <input
        required
        {...input}
        id={id}
        className="input"
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy || undefined}
      />
    </FieldFrame>
  )
}
