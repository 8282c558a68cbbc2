import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMostUnits } from '#app/frame/use-root-data.ts'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import { maxMixes, maxPicks } from '#shop/carts/adding.ts'
import type { Picks } from '#shop/carts/cart.ts'
import { shortageMessage, unitsMessage } from '#shop/carts/cart.ts'
import { addPick, type MixState, mixState, removePick } from '#shop/carts/mix.ts'

/** The values of the form that the server refused. */
export type TurnedDown = { message: string; picks: Picks; quantity: number }

/** The problem: a hint while picking (warning), or a refusal of the whole mix (danger). */
type Notice = { tone: 'warning' | 'danger'; text: string }

export type Mix = {
  form: RefObject<HTMLFormElement | null>
  picks: Picks
  state: MixState
  quantity: number
  mostQuantity: number
  notice: Notice | null
  mostOf: (pick: PickProduct) => number
  add: (pick: PickProduct) => void
  take: (number: number) => void
  put: (number: number, count: number) => void
  clear: () => void
  setQuantity: (quantity: number) => void
  /** Shows why the mix was refused; null removes the message. */
  setRefusal: (text: string | null) => void
}

/** Picks and quantity of the product being bought. */
export function useMix(
  product: PageProduct,
  all: readonly PickProduct[],
  turnedDown: TurnedDown | null,
): Mix {
  const form = useRef<HTMLFormElement>(null)
  const [picks, setPicks] = useState<Picks>(turnedDown?.picks ?? {})
  const [quantity, setQuantity] = useState(turnedDown?.quantity ?? 1)
  const [notice, setNotice] = useState<Notice | null>(refusal(turnedDown?.message ?? null))
  const state = mixState(picks, product.tastemakerPicks)
  const maxUnits = useMostUnits()
  const mostOf = (pick: PickProduct) => maxPicks(pick.stockQuantity, quantity, maxUnits)

  useEffect(() => {
    const typed = typedSoFar(form.current)
    setPicks(typed.picks)
    if (typed.quantity > 0) setQuantity(typed.quantity)
  }, [])

  const change = (next: Picks) => {
    setPicks(next)
    setNotice(null)
  }
  const add = (pick: PickProduct) => {
    const problem = whyNot(pick, picks[pick.number] ?? 0, mostOf(pick), maxUnits, state.isFull)
    if (problem) setNotice({ tone: 'warning', text: problem })
    else change(addPick(picks, pick.number, product.tastemakerPicks))
  }
  return {
    ...{ form, picks, state, quantity, notice, mostOf, add, setQuantity },
    mostQuantity: maxMixes(product, { picks }, all, maxUnits),
    setRefusal: (text) => setNotice(refusal(text)),
    take: (number) => change(removePick(picks, number)),
    put: (number, count) => change({ ...picks, [number]: count }),
    clear: () => change({}),
  }
}

function refusal(text: string | null): Notice | null {
  return text === null ? null : { tone: 'danger', text }
}

function whyNot(
  pick: PickProduct,
  count: number,
  most: number,
  maxUnits: number,
  isFull: boolean,
): string | null {
  if (pick.stockQuantity <= 0) return shortageMessage(pick.name, 0)
  if (isFull) return 'Take one out first.'
  if (count < most) return null
  return pick.stockQuantity > maxUnits
    ? unitsMessage(pick.name, maxUnits)
    : shortageMessage(pick.name, pick.stockQuantity)
}

/** Keeps values entered before JavaScript was loaded. */
function typedSoFar(form: HTMLFormElement | null): { picks: Picks; quantity: number } {
  const picks: Record<number, number> = {}
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[name^="pick-"]') ?? []) {
    const count = Math.trunc(Number(input.value))
    if (count > 0) picks[Number(input.name.slice('pick-'.length))] = count
  }
  const field = form?.querySelector<HTMLInputElement>('input[name="quantity"]')
  return { picks, quantity: Math.trunc(Number(field?.value)) || 0 }
}
