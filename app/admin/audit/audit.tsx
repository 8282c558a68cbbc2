import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { AUDIT } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { DASHBOARD } from '#app/kit/paths.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listChangers, listChanges } from '#shop/audit/audit.read.ts'
import type { AuditEntity, AuditEntry } from '#shop/audit/change.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { AUDIT_FILTERS } from '#shop/audit/search.ts'
import { type ChangedField, changedFields, changeTitle } from '#shop/audit/words.ts'
import { filterParams, readFilters } from '#shop/kernel/filters.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/audit.ts'

export const handle: PageHandle = {
  guard: 'audit',
  tab: { label: 'Audit log', icon: 'clock', group: 'Shop' },
  access: { get: 200 },
}

const PER_PAGE = 30

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db } = ctx
  const params = new URL(request.url).searchParams
  const search = readFilters(AUDIT_FILTERS, params)
  const position = Number(params.get('before'))
  const lastId = Number.isSafeInteger(position) && position > 0 ? position : undefined
  const [saved, changes, changers] = await Promise.all([
    readSavedFilters(ctx, 'audit', request),
    listChanges(db, { ...search, before: lastId, limit: PER_PAGE + 1 }),
    listChangers(db),
  ])
  await recordView(ctx, { entity: 'setting', entityId: 'audit log', personId: null })
  return {
    ...{ search, saved, changers, isOlder: lastId !== undefined },
    changes: changes.slice(0, PER_PAGE),
    hasOlder: changes.length > PER_PAGE,
  }
}

/** Up to this many changed fields of an entry are shown. If there are more, all are collapsed. */
const MAX_OPEN_FIELDS = 2

/** The summary of collapsed fields contains up to this many names. */
const MAX_SUMMARY_FIELDS = 4

const COLUMNS: Column<AuditEntry>[] = [
  column.title('Entry', ({ action, entity }) => <b>{changeTitle(action, entity)}</b>),
  column.text('Record', (entry) => <RecordLink entry={entry} />),
  column.text('Before and after', (entry) => <ChangeDetails entry={entry} />),
  column.text('By', ({ actorName }) => actorName ?? 'System', { place: 'lead' }),
  column.text('From', (entry) => <EntryOrigin entry={entry} />),
  column.number('When', ({ createdAt }) => formatDayAndTime(createdAt), { place: 'state' }),
]

const PAGES: Partial<Record<AuditEntity, string>> = {
  product: 'products',
  order: 'orders',
  coupon: 'coupons',
  review: 'reviews',
  user: 'people',
  worker: 'people',
  message: 'messages',
  text: 'texts',
  newsletter: 'newsletters',
}

function EntryOrigin({ entry: { network, device } }: { entry: AuditEntry }) {
  if (network === null && device === null) return 'Not recorded'
  return (
    <>
      {device}
      <br />
      {network}
    </>
  )
}

/** Names of opened lists, which have no id. */
const LISTS: Record<string, string> = { all: 'The whole list', payable: 'Who is to be paid' }

function RecordLink({ entry: { entity, entityId, name, action } }: { entry: AuditEntry }) {
  const label = name ?? LISTS[entityId] ?? (isUuid(entityId) ? shortId(entityId) : entityId)
  const page = PAGES[entity]
  if (!page || action === 'delete' || (entity !== 'text' && !isUuid(entityId))) return label
  return (
    // A newsletter's page frames an email, whose inline styles only the CSP header of that document allows.
    <Link to={`${DASHBOARD}/${page}/${entityId}`} reloadDocument={entity === 'newsletter'}>
      {label}
    </Link>
  )
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { search, isOlder, saved, changes, hasOlder, changers } = loaderData
  const params = filterParams(AUDIT_FILTERS, search)
  const last = changes.at(-1)
  return (
    <AdminPage actions={<ExportLink to={exportPath('audit', params)} />}>
      <FilterBar
        action={AUDIT}
        filters={AUDIT_FILTERS}
        values={search}
        options={{ actorId: changers.map(({ id, name }) => ({ value: id, label: name })) }}
      >
        {search.entityId && <TextLink to={AUDIT}>Show all entries</TextLink>}
      </FilterBar>
      <SavedFilters {...saved} />
      <AdminTable
        folded
        caption="Entries, newest first"
        columns={COLUMNS}
        rows={changes}
        empty={
          <EmptyList title="No entries found">
            What staff do, change and look at is noted here, with who did it, when and from where.
          </EmptyList>
        }
      />
      <Pager
        from={1}
        count={changes.length}
        total={null}
        backTo={isOlder ? pagePath(AUDIT, params, 1) : null}
        nextTo={hasOlder && last ? pagePath(AUDIT, { ...params, before: String(last.id) }, 1) : null}
      />
    </AdminPage>
  )
}

function ChangeDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry)
  if (fields.length <= MAX_OPEN_FIELDS) return <Fields fields={fields} entry={entry} />
  return (
    <details className="change">
      <summary>{summaryOf(fields)}</summary>
      <Fields fields={fields} entry={entry} />
    </details>
  )
}

function summaryOf(fields: ChangedField[]): string {
  const named = fields.slice(0, MAX_SUMMARY_FIELDS).map(({ field }) => field.toLowerCase())
  return `${fields.length} fields: ${named.join(', ')}${fields.length > MAX_SUMMARY_FIELDS ? '…' : ''}`
}

function Fields({ fields, entry }: { fields: ChangedField[]; entry: AuditEntry }) {
  const [isNew, isGone] = [entry.before === null, entry.after === null]
  return (
    <dl className="change-fields">
      {fields.map(({ field, before: old, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {!isNew && old !== null && <del>{old}</del>}
            {!isNew && !isGone && old !== null && ' → '}
            {old === null ? after : !isGone && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
