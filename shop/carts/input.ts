/** Changes that forms may make to the cart. */
import { z } from 'zod'
import { MAX_PER_LINE, type Picks } from '#shop/carts/cart.ts'
import { typedNumber } from '#shop/field.ts'

const WHOLE = 'Choose a whole number as quantity.'
const quantity = z.number(WHOLE).int(WHOLE).min(0, WHOLE).max(MAX_PER_LINE, WHOLE)

export const cartChangeInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    number: z.coerce.number().int().positive(),
    quantity: typedNumber(quantity.min(1, WHOLE)).default(1),
  }),
  z.object({ intent: z.literal('set'), key: z.string().max(500), quantity: typedNumber(quantity) }),
  z.object({ intent: z.literal('remove'), key: z.string().max(500) }),
  z.object({ intent: z.literal('clear') }),
  /** Puts back what was just removed (`serializeRemoved`). */
  z.object({ intent: z.literal('restore'), removed: z.string() }),
  /** Adds what was chosen on the shelf, which the browser names in a cookie. */
  z.object({ intent: z.literal('basket') }),
  /** The customer dismissed the notes about changed prices and stock. */
  z.object({ intent: z.literal('seen') }),
])
export type CartChange = z.infer<typeof cartChangeInput>

const PICK_FIELD = /^pick-(\d{1,9})$/

/** The picks of a mix form, which has a count field `pick-<catalogue number>` for each tastemaker. */
export function picksFromForm(form: FormData): Picks {
  const picks: Record<number, number> = {}
  for (const [name, value] of form) {
    const number = PICK_FIELD.exec(name)?.[1]
    const count = Number(value)
    if (number && Number.isInteger(count) && count > 0 && count <= 99) picks[Number(number)] = count
  }
  return picks
}
