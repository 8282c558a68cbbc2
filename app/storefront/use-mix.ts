import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { keepMix, keptMix, useKeptMix } from '#app/cart/kept-mixes.ts'
import { useMostUnits } from '#app/frame/use-root-data.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { typedQuantityIn } from '#app/kit/product/stepper.tsx'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import { limitMessage, limitMix, maxMixes, maxPicks } from '#shop/carts/adding.ts'
import { type CartLine, countPicks, type Picks } from '#shop/carts/cart.ts'
import { addPick, mixState, removePick } from '#shop/carts/mix.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'

export type TurnedDown = {
  message: string
  picks: Picks
  quantity: string
  /** The part that the message is about: a pick's catalogue number, all picks, or the quantity; null for none. */
  about: number | 'picks' | 'quantity' | null
}

/** The problem: a hint while picking (warning), or a refusal of the whole mix (danger). */
type Notice = { tone: 'warning' | 'danger'; text: string }

export type Mix = ReturnType<typeof useMix>

/** Picks and quantity of the product being bought. `rendered`: a mix that a form without JavaScript sent. */
export function useMix(
  product: PageProduct,
  all: readonly PickProduct[],
  turnedDown: TurnedDown | null,
  rendered: CartLine | null,
) {
  const form = useRef<HTMLFormElement>(null)
  // The refused form, until the customer changes something.
  const [answer, setAnswer] = useState(turnedDown)
  const [notice, setNotice] = useState<Notice | null>(refusal(turnedDown?.message ?? null))
  const line = useLine(product, form, turnedDown, rendered)
  const maxUnits = useMostUnits()
  const hydrated = useHydrated()
  // Without JavaScript the page shows the posted mix with its problem.
  const { mix, notes } = hydrated ? limitMix(line.mix, product, all, maxUnits) : { mix: line.mix, notes: [] }
  const { picks, quantity } = mix
  const state = mixState(picks, product.tastemakerPicks)
  const mostOf = (pick: PickProduct) => maxPicks(pick.stockQuantity, quantity, maxUnits)

  const changeLine = (next: Partial<CartLine>) => {
    line.put({ ...mix, ...next })
    setNotice(null)
    setAnswer(null)
  }
  const add = (pick: PickProduct) => {
    const isBlocked = state.isFull && !isOutOfStock(pick)
    if (isBlocked) setNotice({ tone: 'warning', text: 'Take one out first.' })
    else if ((picks[pick.number] ?? 0) >= mostOf(pick))
      setNotice({ tone: 'warning', text: limitMessage(pick, maxUnits) })
    else changeLine({ picks: addPick(picks, pick.number, product.tastemakerPicks) })
  }
  // The button of a product out of stock says so.
  const isLimited = notes.length > 0 && !isOutOfStock(product)
  const limited = isLimited ? ({ tone: 'warning', text: notes.join(' ') } as const) : null
  return {
    ...{ form, picks, state, quantity, mostOf, add, turnedDown: answer },
    notice: notice ?? limited,
    mostQuantity: maxMixes(product, { picks }, all, maxUnits),
    /** Shows why the mix was refused; null after it was added to the cart, which empties the picker. */
    settle: (text: string | null) => {
      if (text === null) changeLine(isCustomisable(product) ? { picks: {}, quantity: 1 } : {})
      else setNotice(refusal(text))
    },
    setQuantity: (quantity: number) => changeLine({ quantity }),
    takeOut: (number: number) => changeLine({ picks: removePick(picks, number) }),
    put: (number: number, count: number) => changeLine({ picks: { ...picks, [number]: count } }),
    /** Takes all picks out; the answer puts them back. */
    clear: () => {
      changeLine({ picks: {} })
      return () => changeLine({ picks })
    },
  }
}

/** The line as it was last changed, here or in another tab; `put` changes it. */
function useLine(
  product: PageProduct,
  form: RefObject<HTMLFormElement | null>,
  turnedDown: TurnedDown | null,
  rendered: CartLine | null,
) {
  const { number } = product
  // State of this page alone: a product without picks, or a mix that the browser could not keep.
  const [own, setOwn] = useState<CartLine | null>(turnedDown && refusedLine(number, turnedDown))
  const put = (next: CartLine) => setOwn(isCustomisable(product) && keepMix(next) ? null : next)
  // Reads the values entered before hydration, before the stored mix replaces them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before
  useLayoutEffect(() => {
    const typed = typedSoFar(form.current)
    const isMix = countPicks(typed.picks) > 0
    if (isMix || typed.quantity > 1)
      put({ ...(keptMix(number) ?? mix), ...(isMix && typed), quantity: typed.quantity || 1 })
  }, [])
  const stored = useKeptMix(number, rendered)
  const mix = own ?? stored ?? { number, quantity: 1, picks: {} }
  return { mix, put }
}

function refusedLine(number: number, { picks, quantity }: TurnedDown): CartLine {
  return { number, picks, quantity: Math.max(1, Math.trunc(Number(quantity)) || 1) }
}

function refusal(text: string | null): Notice | null {
  return text === null ? null : { tone: 'danger', text }
}

/** Keeps values entered before JavaScript was loaded. */
function typedSoFar(form: HTMLFormElement | null): { picks: Picks; quantity: number } {
  const picks: Record<number, number> = {}
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[name^="pick-"]') ?? []) {
    const count = Math.trunc(Number(input.value))
    if (count > 0) picks[Number(input.name.slice('pick-'.length))] = count
  }
  return { picks, quantity: typedQuantityIn(form) }
}
