import { redirect } from 'react-router'
import { z } from 'zod'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { safeReturnTo } from '#app/frame/return-to.ts'
import { Link } from '#app/kit/link.tsx'
import { COORDINATOR_HOME } from '#app/kit/paths.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { groupPath } from '#app/programme/coordinator/paths.ts'
import { useWords } from '#app/programme/words/words.ts'
import { setCookie } from '#app/request/cookies.server.ts'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { listGroupCards } from '#shop/programme/coordinator.read.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'
import type { Route } from './+types/groups.ts'

export const handle: PageHandle = { title: null, words: ['groups'], access: { get: 200, post: 422 } }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, actor } = context.get(staffContext)
  return { groups: await listGroupCards(db, scopeOf(actor)) }
}

const languageForm = z.object({ language: z.enum(LANGUAGES), returnTo: z.string().max(2000).default('') })

/** Sets the language of these pages. If the coordinator is a worker, also sets the language of the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { fields } = await readFormFields(request, languageForm)
  if (!fields.ok) return invalid(fields)
  const { language, returnTo } = fields.value
  if (ctx.actor.isWorker) await changeOwnProfile(ctx, { language })
  const headers = { 'set-cookie': setCookie(request, 'worker-language', language) }
  return redirect(safeReturnTo(returnTo) ?? COORDINATOR_HOME, { status: 303, headers })
}

export default function Groups({ loaderData: { groups } }: Route.ComponentProps) {
  const { groups: words, frame } = useWords()
  return (
    <AdminPage title={words.title} frame={frame.groups}>
      {groups.length === 0 ? (
        <EmptyList title={words.none}>{words.noneLine}</EmptyList>
      ) : (
        <ul className="coord-list">
          {groups.map(({ id, name, place, members, open, waiting }) => (
            <li key={id}>
              <Link to={groupPath(id)}>
                <b>{name}</b>
                <span className="data-sub">{place}</span>
                <span className="coord-sub">
                  {words.members({ count: members })}, {words.open({ count: open })},{' '}
                  {words.waiting({ count: waiting })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  )
}
