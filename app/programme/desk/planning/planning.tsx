import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { TASKS } from '#app/desk/paths.ts'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { type Proposal, proposePacking, SHELF_TARGET } from '#shop/programme/planning.ts'
import type { Route } from './+types/planning.ts'

export const handle: PageHandle = {
  guard: 'programme',
  tab: { label: 'Planning', icon: phoneIcons.calendar, group: 'Programme' },
  feature: 'programme',
  access: { get: 200 },
}

const COLUMNS: Column<Proposal>[] = [
  column.title('Product', ({ name }) => name),
  column.count('Set aside for orders', ({ ordered }) => ordered),
  column.count('Free to sell', ({ inStock }) => inStock),
  column.count(`Short of ${SHELF_TARGET}`, ({ shortage }) => shortage),
  column.count('In tasks', ({ underWay }) => underWay),
  column.figure('To pack', ({ proposed }) => formatNumber(proposed)),
  column.actions('Actions', (proposal) => (
    <ButtonLink to={taskPath(proposal)} look="line" size="sm">
      Create task
      <VisuallyHidden>: pack {proposal.name}</VisuallyHidden>
    </ButtonLink>
  )),
]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  return { proposals: proposePacking(await productSupplies(db)) }
}

/** Lists the products to pack next, by open orders and stock. */
export default function PlanningPage({ loaderData: { proposals } }: Route.ComponentProps) {
  return (
    <AdminPage actions={<ExportLink to={exportPath('planning')} />}>
      <p className="mb-4 max-w-(--container-read)">
        To pack = {SHELF_TARGET} - units free to sell - units in tasks that are not approved yet. Units of
        open orders are set aside already and are not packed again: with 15 free to sell, 7 set aside and 2 in
        tasks, {SHELF_TARGET} - 15 - 2 = {SHELF_TARGET - 17} are to pack.
      </p>
      <AdminTable
        caption="Proposed packing tasks"
        columns={COLUMNS}
        rows={proposals}
        rowKey={({ productId }) => productId}
        empty={
          <EmptyList title="Nothing to pack">
            Every product has {SHELF_TARGET} units free to sell, or tasks that make them.
          </EmptyList>
        }
      />
    </AdminPage>
  )
}

/** Returns the path of the task form, with the proposal filled in. */
function taskPath({ productId, name, proposed }: Proposal): string {
  const texts = {
    taskName: `Pack ${name}`,
    taskNameHi: `${name} के पैकेट भरना`,
    taskType: 'packing',
    quantity: `${proposed}`,
    unit: 'packets',
    productId,
  }
  return `${TASKS}/new?${new URLSearchParams(texts)}`
}
