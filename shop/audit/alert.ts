import type { ChangedField } from '#shop/audit/words.ts'

/** What owners are told of as it happens. */
export type AlertKind = 'device' | 'roles' | 'refusals' | 'export' | 'moved'

/** Entries about who is staff. */
const ROLE_ACTIONS: readonly string[] = ['promote', 'change roles', 'accept invitation', 'set coordinator']

/** So many refusals of one member of staff in an hour are told. */
export const MANY_REFUSALS = 10

/** The kind of alert that an entry may be; null for all others. Refusals only count together. */
export function alertKind({
  action,
  isNewDevice,
}: {
  action: string
  isNewDevice: boolean
}): AlertKind | null {
  if (action === 'sign in') return isNewDevice ? 'device' : null
  if (ROLE_ACTIONS.includes(action)) return 'roles'
  if (action === 'refused' || action === 'sign in refused') return 'refusals'
  if (action === 'encrypted text refused') return 'moved'
  return action === 'export' ? 'export' : null
}

/** An alert with what its email says; names are null for accounts without one, and for the program. */
export type Alert = {
  kind: AlertKind
  at: Date
  actorName: string | null
  /** Whose roles were changed. */
  personName: string | null
  /** Of roles: what each was, and is now, in words; of a refused text: its table and column. */
  changes: ChangedField[]
  /** Which list was exported. */
  list: string
  network: string | null
  device: string | null
  refusals: number
}
