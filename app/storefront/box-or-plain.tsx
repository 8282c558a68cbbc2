import { type Column, Table } from '#app/kit/table.tsx'
import { type BoxComparison, COMPLETE_BOX, PLAIN_MIX_MEALS } from '#shop/catalogue/complete-box.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'

type Row = { what: string; box: string; plain: string }

const COLUMNS: Column<Row>[] = [
  { key: 'what', header: 'What you get', cell: (row) => row.what, place: 'lead' },
  { key: 'box', header: 'Complete Box', cell: (row) => row.box },
  { key: 'plain', header: 'Plain Mixes', cell: (row) => row.plain },
]

/** Complete Box versus Plain Mixes, in numbers. */
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
        rowKey={(row) => row.what}
      />
    </section>
  )
}

function rowsOf({
  boxPrice,
  boxMealPrice,
  plainPrice,
  plainMealPrice,
  tastemakerPrice,
}: BoxComparison): Row[] {
  const { meals, ragiSachets, bajraSachets, tastemakers, addOns } = COMPLETE_BOX
  const about = (money: Money | null) =>
    money === null ? 'Not sold now' : `about ${formatPrice(wholeRupees(money))}`
  return [
    {
      what: 'Meals',
      box: `${meals}: ${ragiSachets} ragi, ${bajraSachets} bajra`,
      plain: `${PLAIN_MIX_MEALS} of one grain`,
    },
    {
      what: 'Tastemakers',
      box: `${tastemakers}, ten of them your choice`,
      plain: tastemakerPrice === null ? 'None' : `None; packets from ${formatPrice(tastemakerPrice)}`,
    },
    { what: 'Add-on sachets', box: `${addOns}`, plain: 'None' },
    {
      what: 'Price',
      box: formatPrice(boxPrice),
      plain: plainPrice === null ? 'Not sold now' : `from ${formatPrice(plainPrice)}`,
    },
    { what: 'One meal', box: about(boxMealPrice), plain: about(plainMealPrice) },
  ]
}
