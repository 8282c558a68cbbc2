import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/tasks.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Tasks() {
  return (
    <AdminPage title="Tasks">
      <Nothing title="No tasks yet">Tasks that are handed out to workers are listed here.</Nothing>
    </AdminPage>
  )
}
