import type { ReactNode } from 'react'
import { ORDERS } from '#app/desk/paths.ts'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { DASHBOARD } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { shortId } from '#shop/kernel/ids.ts'

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

/** A link to an order, named by its short id. */
export function OrderLink({ id }: { id: string }) {
  return <StaffLink to={`${ORDERS}/${id}`}>{shortId(id)}</StaffLink>
}

/** A link that downloads a list as a file, for roles that may. `of`: the list's name, if the page has several. */
export function ExportLink({ to, of }: { to: string; of?: string }) {
  const canOpen = useCanOpen()
  if (!canOpen(to)) return null
  return (
    <a href={to} className={buttonClass({ look: 'line' })}>
      <Icon name={moreIcons.download} />
      <span>Export{of && <VisuallyHidden> {of}</VisuallyHidden>}</span>
    </a>
  )
}

/** Returns the path of a list's file with the current filters. Leaves out empty filters. */
export function exportPath(list: string, filters: Record<string, string> = {}): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return `${DASHBOARD}/exports/${list}.csv${query.size > 0 ? `?${query}` : ''}`
}
