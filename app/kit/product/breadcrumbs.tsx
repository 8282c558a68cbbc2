import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'

type BreadcrumbsProps = { crumbs: { label: string; to?: string }[]; className?: string }

/** The path to this page. The last crumb is the page itself and has no `to`. */
export function Breadcrumbs({ crumbs, className }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
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
