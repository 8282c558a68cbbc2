import { PLAIN_MIX_MEALS } from '#shop/catalogue/complete-box.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'

/** What a plain meal mix is; shown when only meal mixes are. */
export function MealMixNote({ tastemakerPrice }: { tastemakerPrice: Money | null }) {
  return (
    <aside className="meal-mix-note" aria-labelledby="meal-mix-note">
      <h3 id="meal-mix-note" className="text-lg font-bold">
        About Our Meal Mixes
      </h3>
      <p className="mt-1 max-w-read">
        Each pouch is {PLAIN_MIX_MEALS} meals of one millet with pulses and peanut, cooked in ten minutes with
        water. There is no masala inside: season it as you like
        {tastemakerPrice === null
          ? '.'
          : `, or with tastemakers at ${formatPrice(tastemakerPrice)} a packet.`}
      </p>
    </aside>
  )
}
