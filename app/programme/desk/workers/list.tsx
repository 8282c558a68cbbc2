import { WORKERS } from '#app/desk/paths.ts'
import { ListPage } from '#app/programme/members/list-page.tsx'
import { checkOrAddList } from '#app/programme/members/workers.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/list.ts'

export const handle: PageHandle = {
  words: ['frame', 'list', 'people'],
  guard: 'programme',
  title: 'Add a list of workers',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export function action({ request, context }: Route.ActionArgs) {
  const workersArea = { path: WORKERS, cards: `${WORKERS}/cards`, group: null }
  return checkOrAddList(context.get(staffContext), request, workersArea)
}

export default function WorkerList({ actionData }: Route.ComponentProps) {
  return <ListPage answer={actionData} backTo={WORKERS} />
}
