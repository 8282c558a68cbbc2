import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/coupons.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Coupons() {
  return (
    <AdminPage title="Coupons">
      <Nothing title="No coupons found">The shop gives no coupons so far.</Nothing>
    </AdminPage>
  )
}
