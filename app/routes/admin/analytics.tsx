import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/analytics.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Analytics() {
  return (
    <AdminPage title="Analytics">
      <Nothing title="No figures yet">Figures of a period are shown here once they are computed.</Nothing>
    </AdminPage>
  )
}
