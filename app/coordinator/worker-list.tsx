import { ListPage } from '#app/admin/workers/list-page.tsx'
import { checkOrAddList } from '#app/admin/workers/workers.server.ts'
import { workersPlace } from '#app/coordinator/paths.ts'
import { groupOf } from '#app/coordinator/scoped-group.server.ts'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/worker-list.ts'

export const handle: PageHandle = {
  title: null,
  access: { at: '/coordinator/groups/{group}/workers/list', get: 200, post: 422 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { group: await groupOf(context.get(coordinatorContext), params.groupId) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(coordinatorContext)
  return checkOrAddList(ctx, request, workersPlace(await groupOf(ctx, params.groupId)))
}

export default function WorkerList({ loaderData: { group }, actionData }: Route.ComponentProps) {
  const { path } = workersPlace(group)
  return <ListPage answer={actionData} backTo={path} title={`Add a list to ${group.name}`} isOneGroup />
}
