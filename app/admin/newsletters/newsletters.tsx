import { NewslettersPage } from '#app/admin/newsletters/newsletters-page.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { ALL_STATES } from '#shop/newsletters/newsletter.ts'
import { countAudience, countNewsletters, listNewsletters } from '#shop/newsletters/newsletters.read.ts'
import type { Route } from './+types/newsletters.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  tab: { label: 'Newsletter', icon: phoneIcons.send, group: 'more' },
  feature: 'newsletter',
  access: { get: 200 },
}

const PER_PAGE = 20

const DONE = { deleted: 'Draft deleted' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  const asked = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1
  const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
  const [newsletters, total, subscribers] = await Promise.all([
    listNewsletters(db, { limit: PER_PAGE, skip: (page - 1) * PER_PAGE }),
    countNewsletters(db),
    countAudience(db, everyone, now),
  ])
  return { newsletters, total, subscribers, page, perPage: PER_PAGE, done: doneNotice(request, DONE) }
}

export default function Newsletters({ loaderData: { done, ...page } }: Route.ComponentProps) {
  return <NewslettersPage {...page} answer={done} />
}
