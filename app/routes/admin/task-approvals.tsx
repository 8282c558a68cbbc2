import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/task-approvals.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function TaskApprovals() {
  return (
    <AdminPage title="Task Approvals">
      <Nothing title="No photos to check">Photos of finished tasks wait here for approval.</Nothing>
    </AdminPage>
  )
}
