import type { ChangedField } from '#shop/audit/words.ts'

export type AlertKind = 'device' | 'roles' | 'refusals' | 'export' | 'moved'

const ROLE_ACTIONS: readonly string[] = ['promote', 'change roles', 'accept invitation', 'set coordinator']

/** In an hour, by one member of staff. */
export const MANY_REFUSALS = 10

type Entry = { action: string; isNewDevice: boolean }

/** Null for entries without alerts. Refusals only count together. */
export function alertKind({ action, isNewDevice }: Entry): AlertKind | null {
  if (action === 'sign in') return isNewDevice ? 'device' : null
  if (ROLE_ACTIONS.includes(action)) return 'roles'
  if (action === 'refused' || action === 'sign in refused') return 'refusals'
  if (action === 'encrypted text refused') return 'moved'
  return action === 'export' ? 'export' : null
}

export type Alert = {
  kind: AlertKind
  at: Date
  actorName: string | null
  /** The person with changed roles. */
  personName: string | null
  /** Roles in words, or table and column of a refused text. */
  changes: ChangedField[]
  /** The exported list. */
  list: string
  network: string | null
  device: string | null
  refusals: number
}
