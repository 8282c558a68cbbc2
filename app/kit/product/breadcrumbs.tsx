import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'

export type Crumb = { label: string /** Left out for the page one is on. */; to?: string }

export type BreadcrumbsProps = {
  crumbs: Crumb[]
  /** The landmark's name, needed only on a page with two of them. */
  label?: string
  className?: string
}

/** The path to this page, ending with its own name. */
export function Breadcrumbs({ crumbs, label = 'Breadcrumb', className }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="crumbs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label}>
            {index > 0 && <Icon name="chevron-right" />}
            {crumb.to ? (
              <Link to={crumb.to}>{crumb.label}</Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
