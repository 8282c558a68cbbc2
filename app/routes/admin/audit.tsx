import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { type DataColumn, DataTable } from '#app/ui/admin/kit/data-table.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { AuditEntry } from '#shop/audit/change.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/audit.ts'

const NEWEST = 50

export async function loader({ context }: Route.LoaderArgs) {
  return { changes: await listChanges(adminCtx(context).db, { limit: NEWEST }) }
}

const COLUMNS: DataColumn<AuditEntry>[] = [
  { key: 'what', header: 'Change', place: 'title', cell: ({ action, entity }) => `${action} ${entity}` },
  { key: 'which', header: 'Which', cell: ({ entityId }) => entityId },
  { key: 'who', header: 'By', cell: ({ actorName }) => actorName ?? 'The shop itself' },
  { key: 'when', header: 'When', cell: ({ createdAt }) => formatDayAndTime(createdAt) },
]

export default function Audit({ loaderData: { changes } }: Route.ComponentProps) {
  return (
    <AdminPage title="Audit log">
      <DataTable
        caption="Changes, newest first"
        columns={COLUMNS}
        rows={changes}
        rowKey={({ id }) => String(id)}
        empty={<Nothing title="No changes yet" />}
      />
    </AdminPage>
  )
}
