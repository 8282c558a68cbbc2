import { RemoveLine } from '#app/cart/remove-line.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { PLACEHOLDER } from '#app/kit/product-picture.tsx'

/** A line whose product has left the shop since: it can only be taken out. */
export function UnavailableLine({ lineKey }: { lineKey: string }) {
  return (
    <li className="grid grid-cols-[6.5rem_1fr_auto] items-center gap-4 border-line border-b py-6 md:grid-cols-[11rem_1fr_auto] md:gap-6">
      <PackTile src={PLACEHOLDER} alt="" ratio="1" out />
      <div>
        <h3 className="font-bold font-display text-xl">No longer sold</h3>
        <p className="mt-1 text-ink-soft text-sm">
          We no longer sell this. Remove it to check out with the rest.
        </p>
      </div>
      <RemoveLine lineKey={lineKey} name="the product that is no longer sold" />
    </li>
  )
}
