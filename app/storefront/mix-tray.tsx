import { useEffect, useRef } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import type { PickProduct } from '#app/storefront/page-product.ts'
import type { Mix } from '#app/storefront/use-mix.ts'

type Packet = { key: string; pick: PickProduct }

/** The picked packets one by one, and the places that are still empty. */
export function MixTray({ mix, picks }: { mix: Mix; picks: PickProduct[] }) {
  const list = useRef<HTMLUListElement>(null)
  const returnTo = useRef<number | null>(null)
  const packets = laidOut(mix, picks)
  const { needed, picked } = mix.state

  // A packet that is taken out took the focus with it: its neighbour gets it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the number is what moves the focus
  useEffect(() => {
    if (returnTo.current === null) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(returnTo.current, buttons.length - 1)]
    if (next) next.focus({ preventScroll: true })
    else list.current?.focus({ preventScroll: true })
    returnTo.current = null
  }, [picked])

  const takeOut = (packet: Packet, index: number) => {
    returnTo.current = index
    mix.take(packet.pick.number)
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
          onClick={mix.clear}
        >
          Clear all
        </button>
      </div>
      <ul ref={list} tabIndex={-1} className="mix-tray-slots" aria-labelledby="tray-title">
        {packets.map((packet, index) => (
          <li key={packet.key}>
            <TrayPacket pick={packet.pick} onTakeOut={() => takeOut(packet, index)} />
          </li>
        ))}
        {emptyPlaces(packets.length, needed).map((place) => (
          <li key={place} className="mix-tray-slot numeric" aria-hidden="true">
            {place}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A packet that can be taken out; without JavaScript, where its number is typed, only the packet. */
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

/** One entry for each packet, in the order of the shelf. */
function laidOut(mix: Mix, picks: PickProduct[]): Packet[] {
  return picks.flatMap((pick) =>
    Array.from({ length: mix.picks[pick.number] ?? 0 }, (_, index) => ({
      key: `${pick.number}-${index}`,
      pick,
    })),
  )
}

function emptyPlaces(filled: number, needed: number): number[] {
  return Array.from({ length: Math.max(0, needed - filled) }, (_, index) => filled + index + 1)
}
