import type { ReactNode } from 'react'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'

type StaffLinkProps = { to: string; className?: string; children: ReactNode }

/** A link to a dashboard page. For a role that may not open the page, only the link's text. */
export function StaffLink({ to, className, children }: StaffLinkProps) {
  const canOpen = useCanOpen()
  if (!canOpen(to)) return children
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
