import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { storedMix, storeMix, useStoredMix } from '#app/cart/mix-store.ts'
import { useMaxUnits } from '#app/frame/use-root-data.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { typedQuantityIn } from '#app/kit/product/stepper.tsx'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import { limitMessage, limitMix, maxMixes, maxPicks } from '#shop/carts/adding.ts'
import { type CartLine, countPicks, type Picks } from '#shop/carts/cart.ts'
import { addPick, mixState, removePick } from '#shop/carts/mix.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'

export type MixRefusal = {
  message: string
  picks: Picks
  quantity: string
  /** The part to which the message belongs: a pick's catalogue number, all picks, or the quantity. Null for none. */
  about: number | 'picks' | 'quantity' | null
}

/** A hint while picking (warning), or a refusal of the whole mix (danger). */
type Notice = { tone: 'warning' | 'danger'; text: string }

export type Mix = ReturnType<typeof useMix>

/** Returns picks and quantity of the product being bought. `rendered`: a mix that a form without JavaScript sent. */
export function useMix(
  product: PageProduct,
  all: readonly PickProduct[],
  refusal: MixRefusal | null,
  rendered: CartLine | null,
) {
  const form = useRef<HTMLFormElement>(null)
  // The refusal is kept until the customer changes something.
  const [answer, setAnswer] = useState(refusal)
  const [notice, setNotice] = useState<Notice | null>(refusalNotice(refusal?.message ?? null))
  const line = useLine(product, form, refusal, rendered)
  const maxUnits = useMaxUnits()
  const hydrated = useHydrated()
  // Without JavaScript the page shows the mix that was posted, with its problem.
  const { mix, notes } = hydrated ? limitMix(line.mix, product, all, maxUnits) : { mix: line.mix, notes: [] }
  const { picks, quantity } = mix
  const state = mixState(picks, product.tastemakerPicks)
  const maxOf = (pick: PickProduct) => maxPicks(pick.stockQuantity, quantity, maxUnits)

  const changeLine = (next: Partial<CartLine>) => {
    line.put({ ...mix, ...next })
    setNotice(null)
    setAnswer(null)
  }
  const add = (pick: PickProduct) => {
    const isBlocked = state.isFull && !isOutOfStock(pick)
    if (isBlocked) setNotice({ tone: 'warning', text: 'Take one out first.' })
    else if ((picks[pick.number] ?? 0) >= maxOf(pick))
      setNotice({ tone: 'warning', text: limitMessage(pick, maxUnits) })
    else changeLine({ picks: addPick(picks, pick.number, product.tastemakerPicks) })
  }
  // If the product is out of stock, the button says so already.
  const isLimited = notes.length > 0 && !isOutOfStock(product)
  const limitNotice = isLimited ? ({ tone: 'warning', text: notes.join(' ') } as const) : null
  return {
    ...{ form, picks, state, quantity, maxOf, add, refusal: answer },
    notice: notice ?? limitNotice,
    maxQuantity: maxMixes(product, { picks }, all, maxUnits),
    /** Shows why the mix was refused. Null means that it is in the cart, so the picker is emptied. */
    showOutcome: (text: string | null) => {
      if (text === null) changeLine(isCustomisable(product) ? { picks: {}, quantity: 1 } : {})
      else setNotice(refusalNotice(text))
    },
    setQuantity: (quantity: number) => changeLine({ quantity }),
    takeOut: (number: number) => changeLine({ picks: removePick(picks, number) }),
    setPick: (number: number, count: number) => changeLine({ picks: { ...picks, [number]: count } }),
    /** Removes all picks. The returned function restores them. */
    clear: () => {
      changeLine({ picks: {} })
      return () => changeLine({ picks })
    },
  }
}

/** Returns the line as it was last changed in any tab, and `put`, which changes it. */
function useLine(
  product: PageProduct,
  form: RefObject<HTMLFormElement | null>,
  refusal: MixRefusal | null,
  rendered: CartLine | null,
) {
  const { number } = product
  // A product without picks, or a mix that the browser could not store, exists only on this page.
  const [localLine, setLocalLine] = useState<CartLine | null>(refusal && refusedLine(number, refusal))
  const put = (next: CartLine) => setLocalLine(isCustomisable(product) && storeMix(next) ? null : next)
  // Reads the values entered before hydration, which the stored mix would replace.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only values typed before hydration
  useLayoutEffect(() => {
    const typed = readTypedValues(form.current)
    const isMix = countPicks(typed.picks) > 0
    if (isMix || typed.quantity > 1)
      put({ ...(storedMix(number) ?? mix), ...(isMix && typed), quantity: typed.quantity || 1 })
  }, [])
  const stored = useStoredMix(number, rendered)
  const mix = localLine ?? stored ?? { number, quantity: 1, picks: {} }
  return { mix, put }
}

function refusedLine(number: number, { picks, quantity }: MixRefusal): CartLine {
  return { number, picks, quantity: Math.max(1, Math.trunc(Number(quantity)) || 1) }
}

function refusalNotice(text: string | null): Notice | null {
  return text === null ? null : { tone: 'danger', text }
}

/** Reads values entered before JavaScript was loaded. */
function readTypedValues(form: HTMLFormElement | null): { picks: Picks; quantity: number } {
  const picks: Record<number, number> = {}
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[name^="pick-"]') ?? []) {
    const count = Math.trunc(Number(input.value))
    if (count > 0) picks[Number(input.name.slice('pick-'.length))] = count
  }
  return { picks, quantity: typedQuantityIn(form) }
}
