import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { NumberedPager, pagePath } from '#app/desk/pager.tsx'
import { PRODUCTS, stockHistoryPath } from '#app/desk/paths.ts'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { listMovements } from '#shop/inventory/movements.read.ts'
import { STOCK_REASON_NAMES, type StockMovement } from '#shop/inventory/stock.ts'
import { readPage } from '#shop/kernel/filters.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Route } from './+types/stock.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  title: 'Stock history',
  access: { at: '/admin/dashboard/products/{product}/stock', get: 200 },
}

const PER_PAGE = 50

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const product = orNotFound(isUuid(params.id) && (await findRecord(db, params.id, 'all')))
  const { id, name, stockQuantity } = product
  const page = readPage(new URL(request.url).searchParams)
  return { id, name, stockQuantity, page, movements: await listMovements(db, id, PER_PAGE, page) }
}

/** Shows every change of a product's stock. */
export default function StockHistory({ loaderData }: Route.ComponentProps) {
  const { id, name, stockQuantity, page, movements } = loaderData
  return (
    <AdminPage title={`Stock history: ${name}`} back={{ to: `${PRODUCTS}/${id}`, label: 'Product' }}>
      <p className="mb-3">
        In stock now: <b className="numeric">{stockQuantity}</b>, without units set aside for orders.
      </p>
      <AdminTable
        caption="Stock movements, newest first"
        columns={COLUMNS}
        rows={movements}
        empty={<EmptyList title="No movements yet" />}
      />
      <NumberedPager
        page={page}
        perPage={PER_PAGE}
        count={movements.length}
        total={null}
        hasMore={movements.length === PER_PAGE}
        pathOf={(number) => pagePath(stockHistoryPath(id), {}, number)}
      />
    </AdminPage>
  )
}

const COLUMNS: Column<StockMovement>[] = [
  column.time('When', ({ createdAt }) => createdAt, { place: 'title' }),
  column.text('Why', ({ reason }) => STOCK_REASON_NAMES[reason], { note: ({ note }) => note }),
  column.text('Order', ({ orderId }) => (orderId ? <OrderLink id={orderId} /> : '–')),
  column.text('By', ({ actorName }) => actorName ?? 'System'),
  column.figure('Units', ({ quantity }) => (quantity > 0 ? `+${quantity}` : `−${-quantity}`)),
  column.number('Stock afterwards', ({ level }) => level),
]
