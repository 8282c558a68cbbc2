import { ButtonLink } from '#app/kit/button.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { productPath } from '#app/kit/paths.ts'
import { Price } from '#app/kit/price.tsx'
import { Drawing } from '#app/marketing/drawing.tsx'
import type { HomeBox } from '#app/marketing/home-shelf.ts'
import { BOX } from '#content/home.ts'
import { COMPLETE_BOX } from '#shop/catalogue/complete-box.ts'
import { TAX_BASIS_POINTS } from '#shop/kernel/tax.ts'

type FlagshipProps = {
  box: HomeBox
  /** The cost of shipping, in the words of the policy. */
  shipping: string
}

/** The complete box: what it holds, what a meal of it holds, and what it costs. */
export function Flagship({ box, shipping }: FlagshipProps) {
  return (
    <section className="py-section bg-gulab-200" aria-labelledby="flagship">
      <div className="wrap flagship">
        <Drawing name="complete-box" alt={`${box.name}: ${COMPLETE_BOX.meals} millet meals`} />
        <div>
          <h2 id="flagship" className="display text-4xl">
            {box.name}
          </h2>
          <p className="mt-4 text-lg">{BOX.lead}</p>
          <Ledger className="flagship-ledger" rows={rows(box)} />
          <PerMeal box={box} />
          <Buying box={box} shipping={shipping} />
        </div>
      </div>
    </section>
  )
}

function rows(box: HomeBox) {
  return [
    { label: 'Ragi meal mix', value: `${COMPLETE_BOX.ragiSachets} sachets` },
    { label: 'Bajra meal mix', value: `${COMPLETE_BOX.bajraSachets} sachets` },
    { label: `Tastemakers, ${box.picks} of them your pick`, value: `${COMPLETE_BOX.tastemakers} packets` },
    { label: 'Add-ons to scatter on top', value: `${COMPLETE_BOX.addOns} sachets` },
    { label: 'In all', value: `${COMPLETE_BOX.meals} meals`, strong: true },
  ]
}

function PerMeal({ box }: { box: HomeBox }) {
  if (box.perMeal.length === 0) return null
  return (
    <div className="my-7">
      <h3 className="font-semibold">In one meal</h3>
      <dl className="per-meal">
        {box.perMeal.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Buying({ box, shipping }: FlagshipProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <ButtonLink to={productPath(box)}>Build your box</ButtonLink>
      <div>
        <Price price={box.price} original={box.original} className="text-xl font-bold" />
        <p className="text-sm">
          <b className="font-semibold">{shipping}</b>, {TAX_BASIS_POINTS / 100}% tax added at checkout
        </p>
      </div>
    </div>
  )
}
