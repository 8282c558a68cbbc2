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
  z.object({ intent: z.literal('restore'), removed: z.string() }),
  /** Adds the products chosen on the shelf, which are in a cookie. */
  z.object({ intent: z.literal('basket') }),
  /** Dismisses the notes about changed prices and stock. */
  z.object({ intent: z.literal('seen') }),
])
export type CartChange = z.infer<typeof cartChangeInput>

const PICK_FIELD = /^pick-(\d{1,9})$/

/** Reads the fields `pick-<catalogue number>` of a mix form. */
export function picksFromForm(form: FormData): Picks {
  const picks: Record<number, number> = {}
  for (const [name, value] of form) {
    const number = PICK_FIELD.exec(name)?.[1]
    const count = Number(value)
    if (number && Number.isInteger(count) && count > 0 && count <= 99) picks[Number(number)] = count
  }
  return picks
}
