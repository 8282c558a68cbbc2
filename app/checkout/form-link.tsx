import type { ComponentProps, ReactNode } from 'react'
import { CHECKOUT_FORM, WAYS_OUT, type WayOut } from '#app/checkout/delivery-draft.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Link } from '#app/kit/link.tsx'

type FormLinkProps = {
  to: WayOut
  className: string
  onClick?: ComponentProps<typeof Link>['onClick']
  children: ReactNode
}

/** A link that leaves a step's form. Before hydration it sends the form, so that the values are stored. */
export function FormLink({ to, className, onClick, children }: FormLinkProps) {
  if (useHydrated())
    return (
      <Link to={WAYS_OUT[to]} className={className} onClick={onClick}>
        {children}
      </Link>
    )
  return (
    <button
      type="submit"
      form={CHECKOUT_FORM}
      formAction="/checkout"
      formNoValidate
      name="leaveTo"
      value={to}
      className={className}
    >
      {children}
    </button>
  )
}
