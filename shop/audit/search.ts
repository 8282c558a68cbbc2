import { AUDITED_ENTITIES, type AuditEntity, type EntryKind } from '#shop/audit/change.ts'
import { inWords } from '#shop/audit/words.ts'
import { choiceFilter, type FilterValues, hiddenFilter, idIn, pickFilter } from '#shop/kernel/filters.ts'

const KIND_NAMES: Record<EntryKind, string> = {
  changes: 'Changes',
  'sign-ins': 'Sign-ins',
  refusals: 'Refusals',
  exports: 'Exports',
  looks: 'Views of personal data',
}

const ENTITY_NAMES = {
  ...Object.fromEntries(AUDITED_ENTITIES.map((entity) => [entity, inWords(entity)])),
  'api-key': 'API key',
} as Record<AuditEntity, string>

/** The filters of the audit log. */
export const AUDIT_FILTERS = {
  kind: choiceFilter('Kind', KIND_NAMES, { any: 'All kinds' }),
  entity: choiceFilter('Object', ENTITY_NAMES, { any: 'Everything' }),
  entityId: hiddenFilter((text) => text.replaceAll('\0', '').slice(0, 100), { param: 'id' }),
  actorId: pickFilter('By', idIn, { param: 'by', any: 'Anyone' }),
}

export type AuditFilters = FilterValues<typeof AUDIT_FILTERS>
