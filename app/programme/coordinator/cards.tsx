import { useMemo } from 'react'
import stylesheet from '#app/desk/print.css?url'
import { COORDINATOR_HOME } from '#app/kit/paths.ts'
import { shownCards } from '#app/programme/members/card-sheets.server.ts'
import { CardSheets } from '#app/programme/members/card-sheets.tsx'
import { coordinatorLanguage, coordinatorTextsIn } from '#app/programme/words/words.server.ts'
import { ReaderContext, readerOf } from '#app/programme/words/words.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import type { Route } from './+types/cards.ts'

export const handle: PageHandle = {
  title: null,
  side: 'coordinator',
  guard: 'groups',
  search: 'noindex',
  feature: 'programme',
  access: { at: '/coordinator/cards/{nothing}', get: 404 },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/** The cards of her groups that were made together. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const language = await coordinatorLanguage(ctx, request)
  const shown = await shownCards(ctx, new URL(request.url), params.batch, scopeOf(ctx.actor))
  return { ...shown, language, texts: coordinatorTextsIn(language) }
}

export default function Cards({ loaderData: { texts, language, ...shown } }: Route.ComponentProps) {
  const reader = useMemo(() => readerOf(texts, language), [texts, language])
  return (
    <ReaderContext value={reader}>
      <CardSheets {...shown} backTo={COORDINATOR_HOME} />
    </ReaderContext>
  )
}
