import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/payouts.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Payouts() {
  return (
    <AdminPage title="Payouts">
      <Nothing title="No payouts yet">Approved work is paid from here.</Nothing>
    </AdminPage>
  )
}
