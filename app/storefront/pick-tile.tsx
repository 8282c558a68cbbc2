import { useRef } from 'react'
import { IconButton } from '#app/kit/button.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { Heat } from '#app/kit/heat.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import type { PickProduct } from '#app/storefront/page-product.ts'
import type { Mix } from '#app/storefront/use-mix.ts'

type PickTileProps = { pick: PickProduct; mix: Mix }

/**
 * One tastemaker. With JavaScript the whole tile is a button that adds one; before it, the number is typed. Picked
 * tiles have fill, edge and count. A blocked tile can still be reached: pressing it says why.
 */
export function PickTile({ pick, mix }: PickTileProps) {
  const hydrated = useHydrated()
  const count = mix.picks[pick.number] ?? 0
  const isOut = pick.stockQuantity <= 0
  return (
    <li className={classNames('pick', count > 0 && 'pick-in', isOut && 'pick-out')}>
      <ProductPicture src={pick.picture} alt="" />
      <label htmlFor={fieldId(pick)} id={`${fieldId(pick)}-name`} className="pick-name">
        {pick.name}
      </label>
      <div id={`${fieldId(pick)}-facts`} className="pick-facts">
        <p className="pick-told">
          {pick.shortDescription} {pick.region && <b>{pick.region}</b>}
        </p>
        <Level pick={pick} />
        <p>{isOut ? 'Out of Stock' : 'No extra charge'}</p>
        {count > 0 && (
          <p className="pick-count numeric">
            {count}
            <VisuallyHidden> picked</VisuallyHidden>
          </p>
        )}
      </div>
      <CountField pick={pick} mix={mix} count={count} hidden={hydrated} />
      {hydrated && <PickButtons pick={pick} mix={mix} count={count} />}
    </li>
  )
}

function fieldId(pick: PickProduct): string {
  return `pick-${pick.number}`
}

function Level({ pick: { sweetLevel, spiceLevel } }: { pick: PickProduct }) {
  if (sweetLevel !== null) return <Heat kind="sweet" level={sweetLevel} />
  return <Heat kind="spice" level={spiceLevel ?? 0} />
}

/** Says how many without JavaScript, and carries the number in the form. */
function CountField({ pick, mix, count, hidden }: PickTileProps & { count: number; hidden: boolean }) {
  return (
    <input
      type="number"
      inputMode="numeric"
      id={fieldId(pick)}
      name={fieldId(pick)}
      className="pick-field"
      min={0}
      max={Math.min(mix.state.needed, pick.stockQuantity)}
      value={count}
      onChange={(event) => mix.put(pick.number, Math.max(0, Math.trunc(Number(event.target.value))))}
      hidden={hidden}
      disabled={pick.stockQuantity <= 0}
    />
  )
}

function PickButtons({ pick, mix, count }: PickTileProps & { count: number }) {
  const adding = useRef<HTMLButtonElement>(null)
  const isBlocked = mix.state.isFull || count >= mix.mostOf(pick)
  const take = () => {
    // The − goes with the last one; the focus stays on the tile.
    if (count === 1) adding.current?.focus()
    mix.take(pick.number)
  }
  return (
    <>
      <button
        ref={adding}
        type="button"
        className="pick-add"
        aria-labelledby={`${fieldId(pick)}-name ${fieldId(pick)}-facts`}
        aria-disabled={isBlocked || undefined}
        onClick={() => mix.add(pick)}
      />
      {count > 0 && (
        <IconButton
          type="button"
          icon="minus"
          label={`Take one ${pick.name} out`}
          className="pick-take"
          onClick={take}
        />
      )}
      {!isBlocked && <Icon name="plus" className="pick-plus" />}
    </>
  )
}
