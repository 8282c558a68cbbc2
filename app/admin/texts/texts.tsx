import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { TEXTS } from '#app/desk/paths.ts'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { DOCUMENTS } from '#app/texts/documents.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { listLastSaves } from '#shop/texts/site-texts.read.ts'
import type { Route } from './+types/texts.ts'

export const handle: PageHandle = {
  guard: 'texts',
  tab: { label: 'Texts', icon: 'pencil', group: 'Shop' },
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const saves = new Map(
    (await listLastSaves(context.get(staffContext).db)).map((save) => [save.document, save]),
  )
  return DOCUMENTS.map(({ name, title, path }) => ({ name, title, path, last: saves.get(name) ?? null }))
}

const COLUMNS: Column<Route.ComponentProps['loaderData'][number]>[] = [
  column.title('Text', ({ name, title }) => <Link to={`${TEXTS}/${name}`}>{title}</Link>),
  column.text('Page', ({ path }) => <Link to={path}>{path}</Link>),
  column.text('Last changed', ({ last }) =>
    last ? formatDayAndTime(last.savedAt) : 'Never: the original text',
  ),
  column.text('By', ({ last }) => last && (last.savedBy ?? 'A closed account')),
]

export default function Texts({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage>
      <p className="mb-5 max-w-read text-ink-soft">
        The shop’s pages show what you save here right away. Every version is stored, and you can go back to
        any of them or to the original text.
      </p>
      <AdminTable caption="Texts of the shop" columns={COLUMNS} rows={loaderData} />
    </AdminPage>
  )
}
