import { AUDITED, type Audited, ENTRY_KINDS, type EntryKind } from '#shop/audit/change.ts'
import { isUuid } from '#shop/kernel/ids.ts'

/** The filters of the audit log, as stored in its URL. */
export type AuditSearch = {
  kind: EntryKind | undefined
  entity: Audited | undefined
  entityId: string | undefined
  actorId: string | undefined
  /** Only entries older than this one, by id. */
  before: number | undefined
}

const KINDS: readonly EntryKind[] = ['changes', ...(Object.keys(ENTRY_KINDS) as (keyof typeof ENTRY_KINDS)[])]

/** Parses the URL's parameters; invalid values are ignored. */
export function readAuditSearch(params: URLSearchParams): AuditSearch {
  const before = Number(params.get('before'))
  const by = params.get('by') ?? ''
  return {
    kind: KINDS.find((kind) => kind === params.get('kind')),
    entity: AUDITED.find((entity) => entity === params.get('entity')),
    entityId: params.get('id')?.replaceAll('\0', '').slice(0, 100) || undefined,
    actorId: isUuid(by) ? by : undefined,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  }
}
