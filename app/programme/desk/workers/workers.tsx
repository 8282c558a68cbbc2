import { WORKERS } from '#app/desk/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { changeWorkers, type WorkersPlace, workersOf } from '#app/programme/members/workers.server.ts'
import { WorkersPage } from '#app/programme/members/workers-page.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Route } from './+types/workers.ts'

export const handle: PageHandle = {
  words: ['frame', 'people', 'pages', 'optional', 'none'],
  guard: 'programme',
  tab: { label: 'Workers', icon: phoneIcons.users, group: 'Programme' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const PLACE: WorkersPlace = { path: WORKERS, cards: `${WORKERS}/cards`, group: null }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordView(ctx, { entity: 'worker', entityId: 'all', personId: null })
  return workersOf(ctx, request, PLACE)
}

export function action({ request, context }: Route.ActionArgs) {
  return changeWorkers(context.get(staffContext), request, PLACE)
}

export default function Workers({ loaderData, actionData }: Route.ComponentProps) {
  return <WorkersPage {...loaderData} answer={actionData} path={WORKERS} cards={`${WORKERS}/cards`} />
}
