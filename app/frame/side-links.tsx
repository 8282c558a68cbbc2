import { Link } from 'react-router'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import type { Side } from '#app/request/page-handle.ts'

/** The strip at the very top: the open side takes the page's colour, so it reads as a tab. */
export function SideLinks({ side }: { side: Side }) {
  // One side alone needs no doors.
  if (!useIsOpen()('/hydration')) return null
  return (
    <nav aria-label="Sides of the shop" className="doors">
      <div className="wrap doors-row">
        <Link to="/" className="door" aria-current={side === 'millet' ? 'true' : undefined}>
          Millet meals
        </Link>
        <Link to="/hydration" className="door" aria-current={side === 'hydration' ? 'true' : undefined}>
          Replenish hydration
        </Link>
        <span className="doors-note">Made by women-led self-help groups</span>
      </div>
    </nav>
  )
}
