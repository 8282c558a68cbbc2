import { workersPlace } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { ListPage } from '#app/programme/members/list-page.tsx'
import { checkOrAddList } from '#app/programme/members/workers.server.ts'
import { readerFor } from '#app/programme/words/words.server.ts'
import { useWords } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/worker-list.ts'

export const handle: PageHandle = {
  words: ['list', 'people'],
  title: null,
  access: { at: '/coordinator/groups/{group}/workers/list', get: 200, post: 422 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { group: await groupOf(context.get(staffContext), params.groupId) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const workersArea = workersPlace(await groupOf(ctx, params.groupId))
  return checkOrAddList(ctx, request, workersArea, await readerFor(ctx, request))
}

export default function WorkerList({ loaderData: { group }, actionData }: Route.ComponentProps) {
  const { path } = workersPlace(group)
  const { list } = useWords()
  return <ListPage answer={actionData} backTo={path} title={list.title({ group: group.name })} />
}
