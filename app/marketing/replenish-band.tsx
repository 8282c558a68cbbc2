import { ButtonLink } from '#app/kit/button-link.tsx'
import { Drawing } from '#app/marketing/drawing.tsx'
import { REPLENISH } from '#content/home.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'

/** The other side of the shop, in its own colours. `from` is its cheapest box; null when none is sold. */
export function ReplenishBand({ from }: { from: Money | null }) {
  return (
    <section data-side="hydration" className="replenish-band" aria-labelledby="replenish-band">
      <div className="wrap">
        <div className="replenish-words">
          <h2 id="replenish-band" className="display text-4xl">
            {REPLENISH.title}
          </h2>
          <p className="mt-4 max-w-[28rem] text-lg">{REPLENISH.text}</p>
          {from !== null && <p className="numeric mt-2 font-semibold">Boxes from {formatPrice(from)}</p>}
          <ButtonLink to="/replenish" className="mt-7">
            {REPLENISH.link}
          </ButtonLink>
        </div>
        <div className="replenish-sticks">
          {REPLENISH.sticks.map((stick) => (
            <Drawing key={stick} name={`replenish-stick-${stick}`} />
          ))}
        </div>
      </div>
    </section>
  )
}
