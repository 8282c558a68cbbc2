import { z } from 'zod'
import { email, text, unlessEmpty } from '#infra/config/parsers.ts'
import { isGstin, STATE_CODES } from '#shop/kernel/gst-states.ts'
import type { Seller } from '#shop/seller.ts'

export const sellerEnvironment = {
  SELLER_NAME: text,
  SELLER_ADDRESS: text,
  SELLER_PHONE: text,
  SELLER_GSTIN: unlessEmpty(z.string().trim().refine(isGstin, 'must be a GSTIN of 15 characters').optional()),
  SELLER_STATE: unlessEmpty(
    z
      .string()
      .trim()
      .refine((state) => Object.hasOwn(STATE_CODES, state), 'must be a state or union territory')
      .optional(),
  ),
  GRIEVANCE_OFFICER: text,
  GRIEVANCE_OFFICER_PHONE: text,
  GRIEVANCE_OFFICER_EMAIL: email,
  FSSAI_LICENCE: text,
}

type SellerEnv = z.infer<z.ZodObject<typeof sellerEnvironment>>

export type SellerSettings = { seller: Seller }

/** A GSTIN begins with the code of the state that issued it. */
export function contradictionsOfSeller({ SELLER_GSTIN, SELLER_STATE }: SellerEnv): string[] {
  const isOther = SELLER_GSTIN && SELLER_STATE && !SELLER_GSTIN.startsWith(STATE_CODES[SELLER_STATE] ?? '')
  return isOther ? ['SELLER_STATE: is not the state that SELLER_GSTIN begins with'] : []
}

/** `support`: the address for customers' questions. */
export function sellerOf(env: SellerEnv, support: string): SellerSettings {
  return {
    seller: {
      name: env.SELLER_NAME ?? 'Demonstration seller (set SELLER_NAME)',
      address: env.SELLER_ADDRESS ?? 'No address yet (set SELLER_ADDRESS)',
      phone: env.SELLER_PHONE ?? null,
      email: support,
      fssaiLicence: env.FSSAI_LICENCE ?? null,
      gstin: env.SELLER_GSTIN ?? null,
      state: env.SELLER_STATE ?? null,
      grievanceOfficer: {
        name: env.GRIEVANCE_OFFICER ?? 'Not named yet (set GRIEVANCE_OFFICER)',
        phone: env.GRIEVANCE_OFFICER_PHONE ?? null,
        email: env.GRIEVANCE_OFFICER_EMAIL ?? support,
      },
    },
  }
}
