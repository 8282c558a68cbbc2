import type { ChangedField } from '#shop/audit/words.ts'

export type AlertKind = 'device' | 'roles' | 'refusals' | 'settings' | 'export' | 'moved' | 'webhook'

const ROLE_ACTIONS: readonly string[] = ['promote', 'change roles', 'accept invitation', 'set coordinator']

/** Refusals of one member of staff within an hour that cause an alert. */
export const MANY_REFUSALS = 10

type Entry = { action: string; isNewDevice: boolean }

/** Returns null for entries without an alert. Refusals cause one only together (MANY_REFUSALS). */
export function alertKind({ action, isNewDevice }: Entry): AlertKind | null {
  if (action === 'sign in') return isNewDevice ? 'device' : null
  if (ROLE_ACTIONS.includes(action)) return 'roles'
  if (action === 'change settings') return 'settings'
  if (action === 'refused' || action === 'sign in refused') return 'refusals'
  if (action === 'encrypted text refused') return 'moved'
  if (action === 'webhook stopped') return 'webhook'
  return action === 'export' ? 'export' : null
}

export type Alert = {
  kind: AlertKind
  at: Date
  actorName: string | null
  /** The person whose roles changed. */
  personName: string | null
  /** Changed roles or settings as text, or table and column of a refused value. */
  changes: ChangedField[]
  /** Name of the exported list, or ''. */
  list: string
  network: string | null
  device: string | null
  refusals: number
}
