import { useEffect, useRef } from 'react'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { IconButton } from '#app/kit/button.tsx'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { NumberInput } from '#app/kit/number-input.tsx'
import { PICKER_ID } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Heat, PartsBar } from '#app/kit/product/scales.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { showUndo } from '#app/kit/toasts.tsx'
import { FAMILIES, HEALTH_FOCUS_LABELS } from '#app/storefront/labels.ts'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import type { Mix } from '#app/storefront/use-mix.ts'
import { mixCount } from '#shop/carts/mix.ts'
import { allergensSentence, picksAgainst } from '#shop/catalogue/allergens.ts'
import { CUISINES, type Cuisine } from '#shop/catalogue/taxonomy.ts'

export const PICKER_TITLE_ID = 'picker-title'

type MixPickerProps = { mix: Mix; picks: PickProduct[] }
type Family = { cuisine: Cuisine; picks: PickProduct[] }

/** Controls to pick the tastemakers of a mix. Once the mix is full, no tile adds a unit. */
export function MixPicker({ mix, picks }: MixPickerProps) {
  const { state } = mix
  const refused = mix.refusal?.about === 'picks' ? mix.refusal : null
  const families = CUISINES.map((cuisine) => ({
    cuisine,
    picks: picks.filter((pick) => pick.family === cuisine),
  })).filter((family) => family.picks.length > 0)
  return (
    <section id={PICKER_ID} className="picker" aria-labelledby={PICKER_TITLE_ID}>
      <div className="picker-head">
        <h2
          id={PICKER_TITLE_ID}
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: after a refused form the focus is at its problem
          autoFocus={refused !== null}
          aria-describedby={refused ? `${PICKER_ID}-error` : undefined}
          className="display text-2xl"
        >
          Pick your tastemakers
        </h2>
        <p role="status" className="picker-count numeric needs-js">
          {mixCount(state)}
        </p>
      </div>
      <PartsBar
        label="Tastemakers picked"
        value={Math.min(state.picked, state.needed)}
        total={state.needed}
        className="needs-js"
      />
      {refused && <FieldNotes id={PICKER_ID} errors={[refused.message]} />}
      <p className="mt-3 text-sm text-ink-soft">
        Select exactly {state.needed} unique flavour profiles... You can choose the same flavor multiple times
      </p>
      {/* On a phone this is shown here instead of in each tile. */}
      <p className="picker-free mt-1 text-sm" aria-hidden="true">
        No extra charge
      </p>
      <FamilyLinks families={families} />
      {families.map((family) => (
        <PickFamily key={family.cuisine} family={family} mix={mix} />
      ))}
    </section>
  )
}

function FamilyLinks({ families }: { families: Family[] }) {
  return (
    <nav aria-label="Families of tastemakers" className="chips mt-3">
      {families.map(({ cuisine, picks }) => (
        <a key={cuisine} href={`#family-${cuisine}`} className="chip">
          <img src={FAMILIES[cuisine].shape} alt="" width={20} height={20} loading="lazy" />
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
        <img src={shape} alt="" width={24} height={24} loading="lazy" />
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

type PickTileProps = { pick: PickProduct; mix: Mix }

/** One tastemaker: a button that adds one unit or shows why it cannot. Without JavaScript, a number field. */
function PickTile({ pick, mix }: PickTileProps) {
  const hydrated = useHydrated()
  const count = mix.picks[pick.number] ?? 0
  const isOut = pick.stockQuantity <= 0
  const refused = mix.refusal?.about === pick.number ? mix.refusal : null
  return (
    <li className={classNames('pick', count > 0 && 'pick-in', isOut && 'pick-out')}>
      <ProductPicture src={pick.picture} alt="" />
      <label htmlFor={fieldId(pick)} id={`${fieldId(pick)}-name`} className="pick-name">
        {pick.name}
      </label>
      <div id={`${fieldId(pick)}-facts`} className="pick-facts">
        <p className="pick-about">
          {pick.shortDescription} {pick.region && <b>{pick.region}</b>}
        </p>
        <Heat
          kind={pick.sweetLevel === null ? 'spice' : 'sweet'}
          level={pick.sweetLevel ?? pick.spiceLevel ?? 0}
        />
        <p className={isOut ? undefined : 'pick-free'}>{isOut ? 'Out of Stock' : 'No extra charge'}</p>
        <p>{allergensSentence([pick])}</p>
        {refused && <FieldNotes id={fieldId(pick)} errors={[refused.message]} />}
        {count > 0 && (
          <p className="pick-count numeric">
            {count}
            <VisuallyHidden> picked</VisuallyHidden>
          </p>
        )}
      </div>
      <CountField pick={pick} mix={mix} count={count} hidden={hydrated} />
      <PickButtons pick={pick} mix={mix} count={count} />
    </li>
  )
}

function fieldId(pick: PickProduct): string {
  return `pick-${pick.number}`
}

/** The field that sends the number with the form. It is visible only without JavaScript. */
function CountField({ pick, mix, count, hidden }: PickTileProps & { count: number; hidden: boolean }) {
  return (
    <NumberInput
      id={fieldId(pick)}
      name={fieldId(pick)}
      className="pick-field without-js"
      min={0}
      max={Math.min(mix.state.needed, pick.stockQuantity)}
      value={count}
      autoFocus={mix.refusal?.about === pick.number}
      aria-invalid={mix.refusal?.about === pick.number || undefined}
      aria-describedby={mix.refusal?.about === pick.number ? `${fieldId(pick)}-error` : undefined}
      onChange={(event) => mix.setPick(pick.number, Math.max(0, Math.trunc(Number(event.target.value))))}
      hidden={hidden}
      disabled={pick.stockQuantity <= 0}
    />
  )
}

function PickButtons({ pick, mix, count }: PickTileProps & { count: number }) {
  const addButton = useRef<HTMLButtonElement>(null)
  const isBlocked = mix.state.isFull || count >= mix.maxOf(pick)
  const takeOut = () => {
    // Removing the last unit also removes the − button, so the focus moves to the tile.
    if (count === 1) addButton.current?.focus()
    mix.takeOut(pick.number)
  }
  return (
    <>
      <button
        ref={addButton}
        type="button"
        className="pick-add needs-js"
        aria-labelledby={`${fieldId(pick)}-name ${fieldId(pick)}-facts`}
        aria-disabled={isBlocked || undefined}
        onClick={() => mix.add(pick)}
      />
      {count > 0 && (
        <IconButton
          type="button"
          icon="minus"
          label={`Take one ${pick.name} out`}
          className="pick-take needs-js"
          onClick={takeOut}
        />
      )}
      {!isBlocked && <Icon name="plus" className="pick-plus needs-js" />}
    </>
  )
}

export function MixTray({ product, mix, picks }: MixPickerProps & { product: PageProduct }) {
  const packets = picks.flatMap((pick) =>
    Array.from({ length: mix.picks[pick.number] ?? 0 }, (_, at) => ({ key: `${pick.number}-${at}`, pick })),
  )
  const { needed, picked } = mix.state
  const { list, returnTo } = useNeighbourFocus(picked)
  const takeOut = ({ number }: PickProduct, index: number) => {
    returnTo.current = index
    mix.takeOut(number)
  }
  const clear = () => {
    const takesFocus = document.activeElement?.matches(':focus-visible') ?? false
    const undo = mix.clear()
    const run = () => {
      undo()
      list.current?.focus({ preventScroll: true })
    }
    showUndo('Cleared your tray', { takesFocus, run })
  }
  return (
    <section className="mix-tray" aria-labelledby="tray-title">
      <div className="mix-tray-head">
        <h2 id="tray-title" className="font-bold">
          Your tray
        </h2>
        <button
          type="button"
          className="link mix-tray-clear needs-js"
          disabled={picked === 0}
          onClick={clear}
        >
          Clear all
        </button>
      </div>
      <ul ref={list} tabIndex={-1} className="mix-tray-slots" aria-labelledby="tray-title">
        {packets.map((packet, index) => (
          <li key={packet.key}>
            <TrayPacket pick={packet.pick} onTakeOut={() => takeOut(packet.pick, index)} />
          </li>
        ))}
        {Array.from({ length: Math.max(0, needed - packets.length) }, (_, at) => packets.length + at + 1).map(
          (place) => (
            <li key={place} className="mix-tray-slot numeric" aria-hidden="true">
              {place}
            </li>
          ),
        )}
      </ul>
      <TrayAllergens product={product} picked={picks.filter(({ number }) => mix.picks[number])} />
    </section>
  )
}

/** After a packet is removed, focuses the packet that is now at the same index (`returnTo`). */
function useNeighbourFocus(picked: number) {
  const list = useRef<HTMLUListElement>(null)
  const returnTo = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the number of picks changes
  useEffect(() => {
    if (returnTo.current === null) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(returnTo.current, buttons.length - 1)] ?? list.current
    next?.focus({ preventScroll: true })
    returnTo.current = null
  }, [picked])
  return { list, returnTo }
}

/** The allergens of the box and its picks, and health tags that the picks contradict. Their height is reserved. */
function TrayAllergens({ product, picked }: { product: PageProduct; picked: PickProduct[] }) {
  const lostTags = product.healthFocus.flatMap((focus) => {
    const against = picksAgainst(focus, picked)
    return against.length > 0
      ? [`Not ${HEALTH_FOCUS_LABELS[focus].toLowerCase()} with ${against.join(', ')}.`]
      : []
  })
  return (
    <div role="status" className="mix-tray-allergens">
      <p>{allergensSentence([product, ...picked])}</p>
      {lostTags.length > 0 && <p>{lostTags.join(' ')}</p>}
    </div>
  )
}

/** A packet with a button that removes it. Without JavaScript it has no button, because numbers are typed. */
function TrayPacket({ pick, onTakeOut }: { pick: PickProduct; onTakeOut: () => void }) {
  const hydrated = useHydrated()
  if (!hydrated) return <ProductPicture src={pick.picture} alt={pick.name} loading="eager" />
  return (
    <button type="button" className="mix-tray-packet" onClick={onTakeOut}>
      <ProductPicture src={pick.picture} alt="" loading="eager" />
      <span className="mix-tray-x">
        <Icon name="x" size="s" strokeWidth={2.4} />
      </span>
      <VisuallyHidden>Remove {pick.name}</VisuallyHidden>
    </button>
  )
}
