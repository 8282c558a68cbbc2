import { Button, ButtonLink } from '#app/kit/button.tsx'
import type { Column } from '#app/kit/column.ts'
import { Ledger } from '#app/kit/ledger.tsx'
import { pickerPath } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Price } from '#app/kit/product/price.tsx'
import { Table } from '#app/kit/table.tsx'
import type { ShelfProduct } from '#app/storefront/product-data.ts'
import { InfoLink } from '#app/storefront/shelf-list.tsx'
import { type BoxComparison, COMPLETE_BOX, PLAIN_MIX_MEALS } from '#shop/catalogue/complete-box.ts'
import { isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'

type FeaturedBoxProps = {
  box: ShelfProduct
  comparison: BoxComparison
  shipping: string
  onInfo: (product: ShelfProduct) => void
}

/** The complete box. Both buttons lead to its picker, because its tastemakers must be chosen. */
export function FeaturedBox({ box, comparison, shipping, onInfo }: FeaturedBoxProps) {
  return (
    <section className="featured-box" aria-labelledby="featured-title">
      <div className="featured-box-picture">
        <ProductPicture src={box.picture} alt={box.name} />
        <InfoLink product={box} onOpen={() => onInfo(box)} />
      </div>
      <div className="featured-box-text">
        <h2 id="featured-title" className="display text-3xl">
          Millet Meal Mixes
        </h2>
        <h3 className="mt-4 text-lg font-bold">{box.name}</h3>
        <p className="mt-1">{box.shortDescription}</p>
        <Ledger className="featured-box-ledger" rows={featuredRows(box, comparison, shipping)} />
        {isOutOfStock(box) ? (
          <Button type="button" disabled>
            Out of Stock
          </Button>
        ) : (
          <>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={pickerPath(box)}>Add to Basket</ButtonLink>
              <ButtonLink to={pickerPath(box, true)} look="line">
                Buy Now
              </ButtonLink>
            </div>
            <p className="mt-3 text-sm">Either way you choose its {box.tastemakerPicks} tastemakers next.</p>
          </>
        )}
      </div>
    </section>
  )
}

const SEPARATE_LABEL = `Two mixes and ${COMPLETE_BOX.tastemakers} packets bought singly`

function featuredRows(box: ShelfProduct, { separatePrice, boxMealPrice }: BoxComparison, shipping: string) {
  const price = (
    <Price
      price={unitPrice(box)}
      original={box.discountPrice ? box.price : null}
      className="text-lg font-bold"
    />
  )
  return [
    { label: 'Complete box', value: price },
    ...(separatePrice === null ? [] : [{ label: SEPARATE_LABEL, value: formatPrice(separatePrice) }]),
    { label: `${COMPLETE_BOX.meals} meals, each about`, value: formatPrice(wholeRupees(boxMealPrice)) },
    { label: 'Delivery', value: shipping },
  ]
}

type Row = { label: string; box: string; plain: string }

const COLUMNS: Column<Row>[] = [
  { header: 'What you get', cell: (row) => row.label, place: 'lead' },
  { header: 'Complete Box', cell: (row) => row.box },
  { header: 'Plain Mixes', cell: (row) => row.plain },
]

export function BoxOrPlain({ comparison }: { comparison: BoxComparison }) {
  return (
    <section className="box-or-plain" aria-labelledby="box-or-plain">
      <div>
        <h2 id="box-or-plain" className="display text-2xl">
          Complete Box or Plain Mixes?
        </h2>
        <p className="mt-3 max-w-read text-ink-soft">
          Take the box to eat something different for twenty nights. Take a plain mix if you have a masala
          dabba and know what to do with it.
        </p>
      </div>
      <Table
        caption="Complete Box versus Plain Mixes"
        captionHidden
        columns={COLUMNS}
        rows={rowsOf(comparison)}
      />
    </section>
  )
}

function rowsOf(comparison: BoxComparison): Row[] {
  const { boxPrice, boxMealPrice, plainPrice, plainMealPrice, tastemakerPrice } = comparison
  const { meals, ragiSachets, bajraSachets, tastemakers, addOns } = COMPLETE_BOX
  const approximatePrice = (money: Money | null) =>
    money === null ? 'Not sold now' : `about ${formatPrice(wholeRupees(money))}`
  return [
    {
      label: 'Meals',
      box: `${meals}: ${ragiSachets} ragi, ${bajraSachets} bajra`,
      plain: `${PLAIN_MIX_MEALS} of one grain`,
    },
    {
      label: 'Tastemakers',
      box: `${tastemakers}, ten of them your choice`,
      plain: tastemakerPrice === null ? 'None' : `None; packets from ${formatPrice(tastemakerPrice)}`,
    },
    { label: 'Add-on sachets', box: `${addOns}`, plain: 'None' },
    {
      label: 'Price',
      box: formatPrice(boxPrice),
      plain: plainPrice === null ? 'Not sold now' : `from ${formatPrice(plainPrice)}`,
    },
    { label: 'One meal', box: approximatePrice(boxMealPrice), plain: approximatePrice(plainMealPrice) },
  ]
}
