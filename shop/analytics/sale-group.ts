/** The sales that a figure is made of, as the address of its rows names them. */
import { FLAG_RULES, type FlagRule } from '#shop/analytics/flags.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { SOURCES, type Source } from '#shop/orders/visit-source.ts'

/**
 * `all`: every sale. `pick`: mixes with a tastemaker; `pair`: with two. `carrier`: parcels, sold or not. `returns`:
 * delivered orders with returned units of a category. `flagged`: orders that a rule flagged, null for any rule. An id is null for
 * products or categories that are gone, a source where it is unknown.
 */
export type SaleGroup =
  | { kind: 'all' }
  | { kind: 'product' | 'category' | 'returns'; id: string | null }
  | { kind: 'pick'; id: string }
  | { kind: 'pair'; id: string; other: string }
  | { kind: 'city'; city: string; state: string }
  | { kind: 'offer'; offer: string; code: string }
  | { kind: 'source'; source: Source | null }
  | { kind: 'carrier'; carrier: string }
  | { kind: 'flagged'; rule: FlagRule | null }

/** Where the rows are split by, in the order of the page. */
export const BREAKDOWNS = ['products', 'categories', 'cities', 'offers', 'sources'] as const
export type BreakdownKind = (typeof BREAKDOWNS)[number]

/** The parameters of an address that name the group. */
export function groupParams(group: SaleGroup): Record<string, string> {
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, value ?? 'none']))
}

/** The group that an address names; null for another text. */
export function readGroup(params: URLSearchParams): SaleGroup | null {
  const word = (name: string) => {
    const value = params.get(name) ?? ''
    return value.length <= 200 && isStorable(value) ? value : ''
  }
  const id = (name: string) => (isUuid(word(name)) ? word(name).toLowerCase() : null)
  const kind = params.get('kind') ?? 'all'
  const known = id('id')
  switch (kind) {
    case 'all':
      return { kind }
    case 'product':
    case 'category':
    case 'returns':
      return known || word('id') === 'none' ? { kind, id: known } : null
    case 'pick':
      return known ? { kind, id: known } : null
    case 'pair': {
      const other = id('other')
      return known && other ? { kind, id: known, other } : null
    }
    case 'city':
      return { kind, city: word('city'), state: word('state') }
    case 'offer':
      return { kind, offer: word('offer'), code: word('code') }
    case 'source': {
      const source = SOURCES.find((one) => one === params.get('source'))
      return source || word('source') === 'none' ? { kind, source: source ?? null } : null
    }
    case 'carrier':
      return word('carrier') === '' ? null : { kind, carrier: word('carrier') }
    case 'flagged': {
      const rule = FLAG_RULES.find((one) => one === params.get('rule'))
      return rule || word('rule') === 'none' ? { kind, rule: rule ?? null } : null
    }
    default:
      return null
  }
}
