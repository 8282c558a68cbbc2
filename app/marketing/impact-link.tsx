import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { IMPACT_LINK } from '#content/home.ts'

/** One wide ruled row that leads to the impact page. */
export function ImpactLink() {
  return (
    <div className="wrap">
      <div className="impact-link">
        <div>
          <Link to="/impact" className="display text-3xl">
            {IMPACT_LINK.label}
          </Link>
          <p>{IMPACT_LINK.text}</p>
        </div>
        <Icon name="arrow-right" strokeWidth={1.5} />
      </div>
    </div>
  )
}
