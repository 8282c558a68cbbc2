import { PartsBar } from '#app/kit/parts-bar.tsx'
import { PICKER_ID } from '#app/kit/paths.ts'
import { FAMILIES } from '#app/storefront/labels.ts'
import type { PickProduct } from '#app/storefront/page-product.ts'
import { PickTile } from '#app/storefront/pick-tile.tsx'
import type { Mix } from '#app/storefront/use-mix.ts'
import { mixCount } from '#shop/carts/mix.ts'
import { CUISINES, type Cuisine } from '#shop/catalogue/taxonomy.ts'

type MixPickerProps = { mix: Mix; picks: PickProduct[] }
type Family = { cuisine: Cuisine; picks: PickProduct[] }

/** Choosing the tastemakers of a mix: a tile adds one, its − takes one back, at the full number the rest go quiet. */
export function MixPicker({ mix, picks }: MixPickerProps) {
  const { state } = mix
  const families = CUISINES.map((cuisine) => ({
    cuisine,
    picks: picks.filter((pick) => pick.family === cuisine),
  }))
  const shown = families.filter((family) => family.picks.length > 0)
  return (
    <section id={PICKER_ID} className="picker" aria-labelledby="picker-title">
      <div className="picker-head">
        <h2 id="picker-title" className="display text-2xl">
          Pick your tastemakers
        </h2>
        <p role="status" className="picker-count numeric">
          {mixCount(state)}
        </p>
      </div>
      <PartsBar
        label="Tastemakers picked"
        value={Math.min(state.picked, state.needed)}
        total={state.needed}
      />
      <p className="mt-3 text-sm text-ink-soft">
        Select exactly {state.needed} unique flavour profiles... You can choose the same flavor multiple times
      </p>
      <FamilyLinks families={shown} />
      {shown.map((family) => (
        <PickFamily key={family.cuisine} family={family} mix={mix} />
      ))}
    </section>
  )
}

/** Down the page to a family. */
function FamilyLinks({ families }: { families: Family[] }) {
  return (
    <nav aria-label="Families of tastemakers" className="chips mt-3">
      {families.map(({ cuisine, picks }) => (
        <a key={cuisine} href={`#family-${cuisine}`} className="chip">
          <img src={FAMILIES[cuisine].shape} alt="" width={20} height={20} />
          {FAMILIES[cuisine].label} <span className="chip-count">{picks.length}</span>
        </a>
      ))}
    </nav>
  )
}

function PickFamily({ family, mix }: { family: Family; mix: Mix }) {
  const { label, shape } = FAMILIES[family.cuisine]
  const picked = family.picks.reduce((sum, pick) => sum + (mix.picks[pick.number] ?? 0), 0)
  return (
    <>
      <h3 id={`family-${family.cuisine}`} className="picker-family">
        <img src={shape} alt="" width={24} height={24} />
        {label}
        {picked > 0 && <span className="numeric">{picked} picked</span>}
      </h3>
      <ul className="picker-grid">
        {family.picks.map((pick) => (
          <PickTile key={pick.number} pick={pick} mix={mix} />
        ))}
      </ul>
    </>
  )
}
