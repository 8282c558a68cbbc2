import { groupPath, workersPlace } from '#app/programme/coordinator/paths.ts'
import { groupOf } from '#app/programme/coordinator/scoped-group.server.ts'
import { changeWorkers, workersOf } from '#app/programme/members/workers.server.ts'
import { WorkersPage } from '#app/programme/members/workers-page.tsx'
import { readerFor } from '#app/programme/words/words.server.ts'
import { useWords } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Route } from './+types/workers.ts'

export const handle: PageHandle = {
  words: ['people', 'pages'],
  title: null,
  access: { at: '/coordinator/groups/{group}/workers', get: 200, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const group = await groupOf(ctx, params.groupId)
  await recordView(ctx, { entity: 'group', entityId: group.id, personId: null })
  const reader = await readerFor(ctx, request)
  return { group, ...(await workersOf(ctx, request, workersPlace(group), reader)) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const workersArea = workersPlace(await groupOf(ctx, params.groupId))
  return changeWorkers(ctx, request, workersArea, await readerFor(ctx, request))
}

export default function Workers({ loaderData: { group, ...page }, actionData }: Route.ComponentProps) {
  const { path, cards } = workersPlace(group)
  const title = useWords().people.title({ group: group.name })
  return (
    <WorkersPage
      {...page}
      answer={actionData}
      path={path}
      cards={cards}
      title={title}
      backTo={groupPath(group.id)}
    />
  )
}
