import { useIsOpen } from '#app/frame/use-root-data.ts'
import { FigureStrip } from '#app/marketing/figure-strip.tsx'
import { Flagship } from '#app/marketing/flagship.tsx'
import { HomeHero } from '#app/marketing/home-hero.tsx'
import type { Figure, HomeShelf } from '#app/marketing/home-shelf.ts'
import { ImpactLink } from '#app/marketing/impact-link.tsx'
import { Journey } from '#app/marketing/journey.tsx'
import { Meanings } from '#app/marketing/meanings.tsx'
import { ReplenishBand } from '#app/marketing/replenish-band.tsx'
import { Values } from '#app/marketing/values.tsx'
import { Voices } from '#app/marketing/voices.tsx'
import { OfferLines } from '#app/storefront/offer-lines.tsx'
import { COMPLETE_BOX } from '#shop/catalogue/complete-box.ts'
import { formatPrice } from '#shop/kernel/money.ts'

type HomePageProps = {
  brand: string
  shelf: HomeShelf
  /** What shipping costs, in words that follow the policy. */
  shipping: string
  /** What first orders get, in the words of the policy. */
  offers: string[]
}

/** The front page of the millet side, top to bottom. Without the box on sale its numbers and its block are left out. */
export function HomePage({ brand, shelf, shipping, offers }: HomePageProps) {
  const isOpen = useIsOpen()
  return (
    <>
      <HomeHero />
      <OfferLines offers={offers} />
      {shelf.box && (
        <FigureStrip
          id="box-numbers"
          title="The complete box in numbers"
          figures={boxFigures(shelf.box, shelf.tastemakers)}
        />
      )}
      <Meanings brand={brand} />
      {shelf.box && <Flagship box={shelf.box} shipping={shipping} />}
      <Journey />
      <Values />
      <Voices />
      <ImpactLink />
      {isOpen('/replenish') && <ReplenishBand from={shelf.replenishFrom} />}
    </>
  )
}

function boxFigures(box: NonNullable<HomeShelf['box']>, tastemakers: number): Figure[] {
  return [
    { value: formatPrice(box.price), label: 'the complete box' },
    { value: `${COMPLETE_BOX.meals}`, label: 'meals of ragi and bajra' },
    { value: `${box.picks}`, label: `tastemakers, your pick of ${tastemakers}` },
    { value: formatPrice(box.mealPrice), label: 'a meal, near enough, before tax' },
  ]
}
