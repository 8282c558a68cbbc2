import { data, Form, useSubmit } from 'react-router'
import { AddressLabel, PackingSlip, PickList, sheetOf } from '#app/admin/orders/printed-sheets.tsx'
import { orderIdsIn } from '#app/admin/packing/desk-form.server.ts'
import { AdminError } from '#app/desk/admin-error.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import stylesheet from '#app/desk/print.css?url'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordOrderViews } from '#shop/audit/record-access.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { unpaidWords } from '#shop/orders/order.ts'
import { findParcels, shelvesOf } from '#shop/orders/packing.read.ts'
import { type Parcel, type PrintKind, parcelUnits, pickListOf, stageOf } from '#shop/orders/packing.ts'
import { markPrinted, type PrintedOrder } from '#shop/orders/packing-desk.ts'
import { holdsOf } from '#shop/payments/payments.read.ts'
import type { Route } from './+types/print.ts'

export const handle: PageHandle = {
  title: null,
  side: 'admin',
  guard: 'packing',
  search: 'noindex',
  access: { at: '/admin/dashboard/orders/print/labels?order={order}', get: 200, post: 200 },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/**
 * `printKind`: the kind of document that is recorded as printed. print.css sets sheet sizes by the page's
 * `data-sheets`.
 */
const PAGES = {
  'packing-slips': { title: 'Packing slips', printKind: 'slip' },
  labels: { title: 'Address labels, A4', printKind: 'label' },
  'labels-4x6': { title: 'Address labels, 4×6 inch', printKind: 'label' },
  'pick-list': { title: 'Pick list', printKind: null },
} as const satisfies Record<string, { title: string; printKind: PrintKind | null }>
type PageKind = keyof typeof PAGES

function kindOf(name: string): PageKind {
  if (!Object.hasOwn(PAGES, name)) throw data(null, { status: 404 })
  return name as PageKind
}

/** Reads the orders of the form, each as '<id>:<id of its last correction>'. */
function readPrintedOrders(form: FormData): PrintedOrder[] {
  return form.getAll('order').flatMap((value) => {
    const [id = '', corrected = ''] = String(value).split(':')
    if (!isUuid(id)) return []
    return {
      orderId: id.toLowerCase(),
      ...(/^\d{1,15}$/.test(corrected) && { corrected: Number(corrected) }),
    }
  })
}

function isOnDesk({ order, packedAt, isStopped }: Parcel): boolean {
  return order.status === 'shipped' || stageOf({ ...order, isPacked: packedAt !== null, isStopped }) !== null
}

/** Leaves out documents that were printed before, unless the URL has `reprint=1` or names a single order. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config, now } = ctx
  const kind = kindOf(params.kind)
  const query = new URL(request.url).searchParams
  const ids = orderIdsIn(query)
  const [all, holds] = await Promise.all([findParcels(db, ids), holdsOf(db, ids)])
  const isAll = query.get('reprint') === '1' || all.length === 1
  // Packers may print only orders that wait to be packed or shipped, or are on their way.
  const mayPrint = (parcel: Parcel) => may(ctx.actor, 'orders.view') || isOnDesk(parcel)
  const parcels = all.filter(
    (parcel) => mayPrint(parcel) && (isAll || !wasPrinted(parcel, PAGES[kind].printKind)),
  )
  const orderIds = parcels.map(({ order }) => order.id)
  // A pick list contains no customer's name, so it is not recorded as a view.
  if (kind !== 'pick-list') await recordOrderViews(ctx, orderIds)
  const units = parcels.map(({ items }) => parcelUnits(items))
  const products = units.flat().flatMap(({ productId }) => (productId ? [productId] : []))
  const shelves = await shelvesOf(db, kind === 'pick-list' ? [...new Set(products)] : [])
  const { seller } = context.get(requestContext)
  query.set('reprint', '1')
  return {
    kind,
    picks: pickListOf(units, new Map([...shelves].map(([id, { shelf }]) => [id, shelf]))),
    orders: parcels.length,
    sheets:
      kind === 'pick-list'
        ? []
        : parcels.map(({ order, items }) => ({
            ...sheetOf(order, items),
            unpaid: unpaidWords(order, holds.get(order.id) ?? null, now),
          })),
    leftOut: all.length - parcels.length,
    reprintPath: `${ORDERS}/print/${kind}?${query}`,
    brand: config.brand,
    seller: { name: seller.name, address: seller.address, phone: seller.phone },
  }
}

function wasPrinted({ labelPrintedAt, slipPrintedAt }: Parcel, printKind: PrintKind | null): boolean {
  if (printKind === 'label') return labelPrintedAt !== null
  return printKind === 'slip' && slipPrintedAt !== null
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { printKind } = PAGES[kindOf(params.kind)]
  const form = await formOf(request)
  if (!printKind) throw data(null, { status: 405 })
  const printed = await markPrinted(ctx, { kind: printKind, orders: readPrintedOrders(form) })
  return printed.ok ? data(printed.value) : refusedBy(printed, form)
}

export const shouldRevalidate = () => false

export default function Print({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, orders, sheets, picks, leftOut, reprintPath, brand, seller } = loaderData
  const { title, printKind } = PAGES[kind]
  const marked = actionData && 'printed' in actionData ? actionData : null
  return (
    <main id="main" className="sheets" data-sheets={kind}>
      <title>{title}</title>
      <div className="sheet-tools">
        <h1>{title}</h1>
        {leftOut > 0 && (
          <p>
            {pluralize(leftOut, 'order')} {leftOut === 1 ? 'is' : 'are'} left out because of an earlier print.{' '}
            <ButtonLink to={reprintPath} look="line" size="sm">
              Reprint all
            </ButtonLink>
          </p>
        )}
        {marked && (
          <p role="status">
            {pluralize(marked.printed, 'order')} marked as printed.
            {marked.outdated > 0 &&
              ` ${pluralize(marked.outdated, 'order')} not marked: the order has changed since this page was opened. Reload the page and print again.`}
          </p>
        )}
        {orders > 0 ? (
          <PrintForm orders={sheets.map(({ value }) => value)} isRecorded={printKind !== null} />
        ) : (
          leftOut === 0 && <p>Select orders in the list first.</p>
        )}
      </div>
      {kind === 'pick-list' ? (
        orders > 0 && <PickList picks={picks} orders={orders} brand={brand} />
      ) : (
        <div className="sheet-pages">
          {sheets.map((sheet) =>
            printKind === 'label' ? (
              <AddressLabel key={sheet.order.id} {...sheet} seller={seller} />
            ) : (
              <PackingSlip key={sheet.order.id} {...sheet} brand={brand} />
            ),
          )}
        </div>
      )}
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} frame={undefined} lists={[{ path: ORDERS, label: 'Orders' }]} />
}

/** Without JavaScript, staff print with the browser's menu, and the button only records the print. */
function PrintForm({ orders, isRecorded }: { orders: string[]; isRecorded: boolean }) {
  const isHydrated = useHydrated()
  const submit = useSubmit()
  if (!isRecorded) {
    if (!isHydrated) return null
    return (
      <Button type="button" onClick={() => window.print()}>
        Print
      </Button>
    )
  }
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        window.print()
        void submit(form, { preventScrollReset: true })
      }}
    >
      {orders.map((order) => (
        <input key={order} type="hidden" name="order" value={order} />
      ))}
      <Button>{isHydrated ? 'Print and mark as printed' : 'Mark as printed'}</Button>
    </Form>
  )
}
