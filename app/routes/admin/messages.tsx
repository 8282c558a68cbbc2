import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import type { Route } from './+types/messages.ts'

export function loader({ context }: Route.LoaderArgs) {
  adminCtx(context)
  return null
}

export default function Messages() {
  return (
    <AdminPage title="Messages">
      <Nothing title="No messages">What people write to us is answered from here.</Nothing>
    </AdminPage>
  )
}
