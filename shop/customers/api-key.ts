/** API keys: credentials of programs, which act for the member of staff who created them. */
import { z } from 'zod'
import type { Person } from '#shop/kernel/actor.ts'
import { KEY_SCOPES, type KeyScope } from '#shop/kernel/permissions.ts'
import { cleanText, hasBidi } from '#shop/kernel/text.ts'

/** Every key begins with it, so that people and secret scanners recognize a key. */
export const KEY_PREFIX = 'millet_key_'

export const MAX_KEYS = 20

/** How many days a key may last. */
export const KEY_DAYS = ['30', '90', '180', '365'] as const

export const SCOPE_WORK: Readonly<Record<KeyScope, string>> = {
  'orders.list': 'List all orders',
  'orders.view': 'Read orders with their customers, addresses and invoices',
  'orders.change': 'Change status, tracking number and notes of orders, but not cancel them',
  catalogue: 'Create, change and remove products, with prices and stock',
  coupons: 'Read, create, change and remove coupons',
  programme: 'Read and create tasks of workers, but not review or pay for them',
}

export const apiKeyInput = z.object({
  name: z
    .string()
    .overwrite(cleanText)
    .min(1, 'Please name the program that will use the key.')
    .max(60, 'Please use at most 60 characters.')
    .refine((text) => !hasBidi(text), 'Please use letters and numbers only.'),
  /** Separated by spaces. */
  scopes: z
    .string()
    .default('')
    .transform((names) => names.split(' ').filter((name) => name !== ''))
    .pipe(z.array(z.enum(KEY_SCOPES)).min(1, 'Please choose at least one scope.')),
  days: z.enum(KEY_DAYS, 'Please choose how long the key lasts.').transform(Number),
})
export type ApiKeyInput = z.output<typeof apiKeyInput>

export type ApiKey = {
  id: string
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** A valid key in use. `owner`: the person it acts for, with the key's scopes. */
export type UsedKey = Pick<ApiKey, 'id' | 'name'> & { owner: Person & { scopes: readonly string[] } }
