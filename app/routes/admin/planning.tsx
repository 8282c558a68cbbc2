import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/planning.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Planning() {
  return (
    <AdminPage title="Planning">
      <Nothing title="Nothing to plan">Packing work for open orders is proposed here.</Nothing>
    </AdminPage>
  )
}
