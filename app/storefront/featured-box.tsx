import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { pickerPath } from '#app/kit/paths.ts'
import { Price } from '#app/kit/price.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { InfoLink } from '#app/storefront/info-link.tsx'
import type { ShelfProduct } from '#app/storefront/shelf-product.ts'
import { type BoxComparison, COMPLETE_BOX } from '#shop/catalogue/complete-box.ts'
import { isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'

type FeaturedBoxProps = {
  box: ShelfProduct
  comparison: BoxComparison
  /** The cost of shipping, in the words of the policy. */
  shipping: string
  onInfo: (product: ShelfProduct) => void
}

/** The complete box. It is made up by choosing tastemakers, so both ways of buying it lead to its picker. */
export function FeaturedBox({ box, comparison, shipping, onInfo }: FeaturedBoxProps) {
  return (
    <section className="featured-box" aria-labelledby="featured-title">
      <div className="featured-box-picture">
        <ProductPicture src={box.picture} alt={box.name} priority />
        <InfoLink product={box} onOpen={() => onInfo(box)} />
      </div>
      <div className="featured-box-text">
        <h2 id="featured-title" className="display text-3xl">
          Millet Meal Mixes
        </h2>
        <h3 className="mt-4 text-lg font-bold">{box.name}</h3>
        <p className="mt-1">{box.shortDescription}</p>
        <Ledger className="featured-box-ledger" rows={rows(box, comparison, shipping)} />
        <FeaturedActions box={box} />
      </div>
    </section>
  )
}

function rows(box: ShelfProduct, { separatePrice, boxMealPrice }: BoxComparison, shipping: string) {
  const price = (
    <Price
      price={unitPrice(box)}
      original={box.discountPrice ? box.price : null}
      className="text-lg font-bold"
    />
  )
  return [
    { label: 'Complete box', value: price },
    ...(separatePrice === null
      ? []
      : [
          {
            label: `Two mixes and ${COMPLETE_BOX.tastemakers} packets bought singly`,
            value: formatPrice(separatePrice),
          },
        ]),
    { label: `${COMPLETE_BOX.meals} meals, each about`, value: formatPrice(wholeRupees(boxMealPrice)) },
    { label: 'Delivery', value: shipping },
  ]
}

function FeaturedActions({ box }: { box: ShelfProduct }) {
  if (isOutOfStock(box)) {
    return (
      <Button type="button" disabled>
        Out of Stock
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pickerPath(box)}>Add to Basket</ButtonLink>
        <ButtonLink to={pickerPath(box, true)} look="line">
          Buy Now
        </ButtonLink>
      </div>
      <p className="mt-3 text-sm">Either way you choose its {box.tastemakerPicks} tastemakers next.</p>
    </>
  )
}
