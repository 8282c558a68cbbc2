import { useState } from 'react'
import { Outlet, redirect, useLocation } from 'react-router'
import { z } from 'zod'
import { ProductSelectionBar, SELECTION_FORM } from '#app/admin/products/product-selection.tsx'
import { StockCell } from '#app/admin/products/stock-cell.tsx'
import { AdminPage, AdminTable, StatusNotice, UndoBanner } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { RowCheckbox } from '#app/desk/list-keys.tsx'
import { listBehind, listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { PRODUCTS, RECOUNT, stockHistoryPath } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { useSelection } from '#app/desk/selection.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { Icon, type IconProps } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Badge } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import {
  archiveProduct,
  removeProduct,
  restoreProduct,
  updateProduct,
} from '#shop/catalogue/change-products.ts'
import { versionField } from '#shop/catalogue/input.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import {
  type ListedProduct,
  type ListingSort,
  PRODUCT_FILTERS,
  PRODUCT_STATUSES,
  productStatus,
} from '#shop/catalogue/listing.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { typedNumber } from '#shop/field.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { filterParams, readSearch, type Search } from '#shop/kernel/filters.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  tab: { label: 'Products', icon: phoneIcons.package, group: 'Sell' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 20

/** After a refused change of stock the form needs the product's new version. */
export const shouldRevalidate = afterRefusal

/** Notices after an action, by the URL's `done`. */
const DONE: Record<string, string> = {
  applied: 'Products changed as shown',
  stock: 'Stock changed',
  deleted: 'Product deleted for good',
  archived: 'The product is archived, not deleted: orders name it, or it was restored in the meantime',
  restored: 'Product restored. It is on sale again',
  inactive: 'Product restored. It is inactive: edit it to put it on sale',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config, now } = ctx
  const params = new URL(request.url).searchParams
  const search = readSearch(PRODUCT_FILTERS, params)
  const [saved, list, categories, productToRemove, archived] = await Promise.all([
    readSavedFilters(ctx, 'products', request),
    readListing(db, search, PER_PAGE, { ...config.taxes, today: dayOf(now) }),
    listCategories(db),
    namedProduct(ctx, params.get('delete')),
    namedProduct(ctx, params.get('undo')),
  ])
  const undo = archived?.status === 'archived' && { ...archived, active: params.get('active') ?? '' }
  return { search, saved, categories, ...list, productToRemove, undo, done: doneNotice(request, DONE) }
}

async function namedProduct({ db }: StaffCtx, id: string | null) {
  const product = id ? await findRecord(db, id, 'all') : null
  return product && { id: product.id, name: product.name, status: productStatus(product) }
}

const form = z.object({
  intent: z.enum(['archive', 'delete', 'restore']).default('archive'),
  id: z.uuid(),
  active: z.string().optional(),
})
const level = typedNumber(PRODUCT_FIELDS.stockQuantity.schema)
const stockForm = z.object({
  id: z.uuid(),
  version: typedNumber(versionField),
  stock: level,
  stockShown: level,
})
const NOT_DELETED = 'Failed to delete product'

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const typed = await formOf(request)
  const backTo = (params: Record<string, string>) =>
    redirect(listBehind(request, PRODUCTS, PRODUCT_FILTERS, params), 303)
  if (typed.get('intent') === 'stock') {
    const refusal = await changeStock(ctx, typed)
    return refusal ?? backTo({ done: 'stock' })
  }
  const fields = readFields(form, typed)
  if (!fields.ok) return invalid(fields, NOT_DELETED)
  const { intent, id, active } = fields.value
  if (intent === 'delete') {
    const removal = await removeProduct(ctx, id, { onlyArchived: true })
    return removal.ok ? backTo({ done: removal.value }) : refusedBy(removal, typed, NOT_DELETED)
  }
  if (intent === 'restore') {
    const restored = await restoreProduct(ctx, { id, isActive: active === '1' })
    if (!restored.ok) return refusedBy(restored, typed)
    return backTo({ done: restored.value.isActive ? 'restored' : 'inactive' })
  }
  const archived = await archiveProduct(ctx, id)
  if (!archived.ok) return refusedBy(archived, typed, NOT_DELETED)
  return backTo({ undo: id, active: archived.value.wasActive ? '1' : '' })
}

/** Changes the stock by the difference from the displayed level. Returns the answer to a refused form. */
async function changeStock(ctx: StaffCtx, typed: FormData) {
  const fields = readFields(stockForm, typed)
  if (!fields.ok) return invalid(fields, 'Please enter the stock as a whole number, such as 40')
  const { id, version, stock, stockShown } = fields.value
  const level = { version, stockQuantity: stock, stockShown, stockReason: 'admin' } as const
  const changed = await updateProduct(ctx, id, level)
  return changed.ok ? null : refusedBy(changed, typed)
}

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, saved, categories, products, total, productToRemove, undo, done } = loaderData
  const pathOf = listPaths(PRODUCTS, PRODUCT_FILTERS, search)
  return (
    <>
      <AdminPage
        actions={
          <>
            <ExportLink to={exportPath('products', filterParams(PRODUCT_FILTERS, search))} />
            <ButtonLink to={RECOUNT} look="line" icon="check">
              Count the stock
            </ButtonLink>
            <ButtonLink
              to={pathOver(pathOf(), '/bulk')}
              look="line"
              icon={moreIcons.upload}
              preventScrollReset
            >
              Prices and stock by CSV
            </ButtonLink>
            <ButtonLink to={pathOver(pathOf(), '/new')} icon="plus" preventScrollReset>
              Add Product
            </ButtonLink>
          </>
        }
      >
        <StatusNotice answer={actionData ?? done} />
        {undo && (
          <UndoBanner
            text={`${undo.name} deleted. The status “Archived” lists it.`}
            action={pathOf()}
            fields={{ intent: 'restore', id: undo.id, active: undo.active }}
          />
        )}
        <FilterBar
          action={PRODUCTS}
          filters={PRODUCT_FILTERS}
          values={search}
          options={{ category: categories.map(({ slug, name }) => ({ value: slug, label: name })) }}
        />
        <SavedFilters {...saved} />
        <ProductTable
          key={products.map(({ id }) => id).join()}
          products={products}
          search={search}
          isApplied={done?.message === DONE.applied}
        />
        <NumberedPager
          page={search.page}
          perPage={PER_PAGE}
          count={products.length}
          total={total}
          pathOf={pathOf}
        />
        {productToRemove && <RemoveProduct product={productToRemove} closeTo={pathOf()} />}
      </AdminPage>
      <Outlet />
    </>
  )
}

function RemoveProduct({
  product,
  closeTo,
}: {
  product: Pick<ListedProduct, 'id' | 'name' | 'status'>
  closeTo: string
}) {
  const { id, name, status } = product
  const isArchived = status === 'archived'
  return (
    <ConfirmDialog
      title={isArchived ? `Delete ${name} for good?` : `Delete ${name}?`}
      confirm="Delete product"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: isArchived ? 'delete' : 'archive', id }}
    >
      <p>
        {isArchived
          ? 'Its texts, pictures, reviews and stock history are lost. This can’t be undone. A product that was ordered stays archived, because orders and invoices name it.'
          : 'It disappears from the shop right away. You can restore it: the status “Archived” lists it.'}
      </p>
    </ConfirmDialog>
  )
}

/** Returns the URL of a page over the list, such as '/new', with the list's filters. */
const pathOver = (list: string, child: string) => list.replace(PRODUCTS, PRODUCTS + child)

type ProductSearch = Search<typeof PRODUCT_FILTERS>
type ProductTableProps = {
  products: ListedProduct[]
  search: ProductSearch
  /** True if the page is the answer to a change of the selected products. */
  isApplied: boolean
}

function ProductTable({ products, search, isApplied }: ProductTableProps) {
  const isSelectable = search.status !== 'archived'
  const list = listPaths(PRODUCTS, PRODUCT_FILTERS, search)()
  const selection = useSelection(
    SELECTION_FORM,
    products.map(({ id }) => id),
  )
  const { key } = useLocation()
  const [answeredAt, setAnsweredAt] = useState(key)
  if (isApplied && key !== answeredAt) {
    setAnsweredAt(key)
    selection.onPickNone()
  }
  const pickColumn = column.pick('Select', ({ id, name }: ListedProduct) => (
    <RowCheckbox {...selection.boxOf(id)} name="product" value={id} aria-label={`Select ${name}`} />
  ))
  return (
    <>
      {isSelectable && products.length > 0 && (
        <ProductSelectionBar action={pathOver(list, '/bulk')} selection={selection} />
      )}
      <AdminTable
        folded
        caption="Products"
        columns={[...(isSelectable ? [pickColumn] : []), ...productColumns(search)]}
        rows={products}
        selected={({ id }) => selection.isPicked(id)}
        empty={<EmptyList title="No products found" />}
      />
    </>
  )
}

function productColumns(search: ProductSearch): Column<ListedProduct>[] {
  const pathOf = listPaths(PRODUCTS, PRODUCT_FILTERS, search)
  const list = pathOf()
  const sortLink = (sort: ListingSort) => ({
    to: listPaths(PRODUCTS, PRODUCT_FILTERS, { ...search, sort })(1),
    now: search.sort === sort ? ('ascending' as const) : null,
  })
  return [
    column.title(
      'Product',
      (product) => <ProductCell {...product} editPath={pathOver(list, `/${product.id}`)} />,
      {
        sort: sortLink('name'),
      },
    ),
    column.text('Category', ({ categoryName }) => categoryName ?? 'Uncategorized'),
    column.figure('Price', (product) => <Cost {...product} />, { sort: sortLink('price') }),
    column.number(
      'Stock',
      (product) => <StockCell key={product.stockQuantity} product={product} action={list} />,
      {
        sort: sortLink('stock'),
      },
    ),
    column.state('Status', (product) => <Status {...product} />),
    column.text(
      'Actions',
      ({ id, name, status }) => (
        <span className="row-actions">
          {status === 'archived' && (
            <PostButton
              fields={{ intent: 'restore', id }}
              form={{ action: list, preventScrollReset: true }}
              look="line"
              size="sm"
            >
              Restore<VisuallyHidden> {name}</VisuallyHidden>
            </PostButton>
          )}
          <RowAction to={pathOver(list, `/${id}`)} icon="pencil" label={`Edit ${name}`} />
          <RowAction to={stockHistoryPath(id)} icon="clock" label={`Stock history of ${name}`} />
          <RowAction
            to={pathOver(pathOf(search.page, { copy: id }), '/new')}
            icon={moreIcons.copy}
            label={`Copy ${name}`}
          />
          <RowAction to={pathOf(search.page, { delete: id })} icon="trash" label={`Delete ${name}`} />
        </span>
      ),
      { place: 'actions', align: 'end' },
    ),
  ]
}

function RowAction({ to, icon, label }: { to: string; icon: IconProps['name']; label: string }) {
  return (
    <Link to={to} className="icon-btn" preventScrollReset>
      <Icon name={icon} size="s" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Link>
  )
}

function Cost({ price, discountPrice }: ListedProduct) {
  if (discountPrice === null) return formatPrice(price)
  return (
    <>
      {formatPrice(discountPrice)} <s className="data-sub inline">{formatPrice(price)}</s>
    </>
  )
}

function Status({ status, stockQuantity, labelProblem }: ListedProduct) {
  const isActive = status === 'active'
  return (
    <span className="badges">
      <Badge tone={isActive ? 'positive' : 'neutral'}>{PRODUCT_STATUSES[status]}</Badge>
      {isActive && stockQuantity === 0 && <Badge tone="danger">Sold out</Badge>}
      {labelProblem && <Badge tone="danger">{labelProblem}</Badge>}
    </span>
  )
}

function ProductCell({ name, imageUrl, shortDescription, editPath }: ListedProduct & { editPath: string }) {
  return (
    <span className="thumb">
      <ProductPicture src={imageUrl} alt="" />
      <span>
        <Link to={editPath} preventScrollReset>
          {name}
        </Link>
        <span className="data-sub">{shortDescription}</span>
      </span>
    </span>
  )
}
