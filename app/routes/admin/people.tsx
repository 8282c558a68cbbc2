import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/people.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function People() {
  return (
    <AdminPage title="People">
      <Nothing title="Nobody here yet">Customers and workers are listed here.</Nothing>
    </AdminPage>
  )
}
