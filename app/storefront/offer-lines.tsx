import { Icon } from '#app/kit/icon.tsx'

/** The offers on first orders, one line each, in the words of the policy. Null if there are none. */
export function OfferLines({ offers }: { offers: readonly string[] }) {
  if (offers.length === 0) return null
  return (
    <aside aria-label="Offers" className="offer-lines">
      <ul className="wrap wrap-anywhere">
        {offers.map((offer) => (
          <li key={offer}>
            <Icon name="gift" size="s" />
            {offer}
          </li>
        ))}
      </ul>
    </aside>
  )
}
