import { Outlet } from 'react-router'
import { MessagesPage } from '#app/admin/messages/messages-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-access.ts'
import { readMessageSearch } from '#shop/messages/message.ts'
import { listMessages } from '#shop/messages/messages.read.ts'
import type { Route } from './+types/messages.ts'

export const handle: PageHandle = {
  guard: 'messages',
  tab: { label: 'Messages', icon: 'mail', group: 'more' },
  access: { get: 200 },
}

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordLook(ctx, { entity: 'message', entityId: 'all', personId: null })
  const { db, now } = ctx
  const { status, isLate, text, page } = readMessageSearch(new URL(request.url).searchParams)
  const [saved, found] = await Promise.all([
    readSavedFilters(ctx, 'messages', request),
    listMessages(db, { status, text, lateAt: isLate ? now : null, page, perPage: PER_PAGE }),
  ])
  return { status: status ?? 'all', saved, isLate, text, page, perPage: PER_PAGE, now, ...found }
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <MessagesPage {...loaderData} />
      <Outlet />
    </>
  )
}
