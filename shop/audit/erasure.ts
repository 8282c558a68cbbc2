/** Which changes of the log's entries an erasure may make, as its verification checks them. */

import { ERASED_FIELDS_KEPT } from '#shop/audit/change.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

/** What the rules read of a link and its entry (shop/audit/chain.read.ts). */
type Link = {
  linkedMicros: string
  createdMicros: string
  isLatest: boolean
  actorId: string | null
  action: string
  entity: string
  entityId: string
  before: string | null
  after: string | null
  network: string | null
  device: string | null
}

/** Why an erasure was made: an account was closed, or entries had become old. */
export type ErasureRule = { kind: 'account'; personId: string } | { kind: 'age' }

/** `seq`: the link of its own entry. A rule is null when the entry names none. */
export type Erasure = { seq: number; at: Date; rule: ErasureRule | null; entryIds: number[] }

/** As the function `audit_age` has them, the shortest that they can be. */
const ORIGIN_DAYS = 365
const CONTENT_DAYS = 6 * 365

/** The rule that the entry of an erasure names; null when it names none. */
export function ruleOf({ action, entity, entityId }: Link): ErasureRule | null {
  if (action !== 'erase') return null
  if (entity === 'user') return { kind: 'account', personId: entityId }
  return entity === 'setting' && entityId === 'retention' ? { kind: 'age' } : null
}

type Of = { end: Link /** No earlier erasure changed this entry. */; isFirst: boolean }

/**
 * Whether the rule asks for this change of an entry. What the entry holds now is compared, so only its latest change can be
 * judged by content.
 */
export function isDue(link: Link, rule: ErasureRule, { end, isFirst }: Of): boolean {
  const isEmpty = link.before === null && link.after === null
  const isNowhere = link.network === null && link.device === null
  if (rule.kind === 'age') {
    const days = (Number(end.linkedMicros) - Number(link.createdMicros)) / 1000 / DAY_MS
    if (days < ORIGIN_DAYS) return false
    return !link.isLatest || (isNowhere && (days >= CONTENT_DAYS || !isEmpty || !isFirst))
  }
  if (!link.isLatest) return true
  const { entity, entityId, actorId } = link
  if (actorId === rule.personId && isNowhere) return true
  if (entity === 'user' || entity === 'worker') return isEmpty && entityId === rule.personId
  if (entity === 'message') return isEmpty
  return ['order', 'task', 'payout'].includes(entity) && [link.before, link.after].every(hasKeptFieldsOnly)
}

function hasKeptFieldsOnly(state: string | null): boolean {
  const value: unknown = state === null ? {} : JSON.parse(state)
  return (
    typeof value === 'object' && Object.keys(value ?? {}).every((name) => ERASED_FIELDS_KEPT.includes(name))
  )
}
