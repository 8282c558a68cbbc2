import { AuditPage } from '#app/admin/audit/audit-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listChangers, listChanges } from '#shop/audit/audit.read.ts'
import { recordLook } from '#shop/audit/record-look.ts'
import { readAuditSearch } from '#shop/audit/search.ts'
import type { Route } from './+types/audit.ts'

export const handle: PageHandle = {
  guard: 'audit',
  tab: { label: 'Audit log', icon: 'clock', group: 'more' },
  access: { get: 200 },
}

const PER_PAGE = 30

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db } = ctx
  const asked = readAuditSearch(new URL(request.url).searchParams)
  const [saved, changes, changers] = await Promise.all([
    readSavedFilters(ctx, 'audit', request),
    listChanges(db, { ...asked, limit: PER_PAGE + 1 }),
    listChangers(db),
  ])
  await recordLook(ctx, { entity: 'setting', entityId: 'audit log', personId: null })
  return { asked, saved, changes: changes.slice(0, PER_PAGE), hasOlder: changes.length > PER_PAGE, changers }
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  return <AuditPage {...loaderData} />
}
