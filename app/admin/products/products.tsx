import { Outlet, redirect } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listBehind, listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { PRODUCTS, RECOUNT } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { Icon, type IconProps } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { removeProduct } from '#shop/catalogue/change-products.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { type ListedProduct, type ListingSort, PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { filterParams, readSearch } from '#shop/kernel/filters.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  tab: { label: 'Products', icon: phoneIcons.package, group: 'Sell' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 20

/** Notices after an action, by the URL's `done`. */
const DONE: Record<string, string> = {
  applied: 'Prices and stock changed as shown',
  deleted: 'Product deleted',
  archived: 'Product archived: it was ordered before, so orders and invoices keep it',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config } = ctx
  const params = new URL(request.url).searchParams
  const search = readSearch(PRODUCT_FILTERS, params)
  const removalId = params.get('delete')
  const [saved, list, categories, product] = await Promise.all([
    readSavedFilters(ctx, 'products', request),
    readListing(db, search, PER_PAGE, config.taxes),
    listCategories(db),
    removalId ? findRecord(db, removalId, 'all') : null,
  ])
  const productToRemove = product && { id: product.id, name: product.name }
  const done = doneNotice(request, DONE)
  return { search, saved, categories, ...list, productToRemove, done }
}

const removalForm = z.object({ intent: z.literal('delete').default('delete'), id: z.uuid() })
const NOT_DELETED = 'Failed to delete product'

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const fields = readFields(removalForm, form)
  if (!fields.ok) return invalid(fields, NOT_DELETED)
  const removal = await removeProduct(ctx, fields.value.id)
  if (!removal.ok) return refusedBy(removal, form, NOT_DELETED)
  return redirect(listBehind(request, PRODUCTS, PRODUCT_FILTERS, { done: removal.value }), 303)
}

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, saved, categories, products, total, productToRemove, done } = loaderData
  const pathOf = listPaths(PRODUCTS, PRODUCT_FILTERS, search)
  const pathOver = (child: string) => pathOf().replace(PRODUCTS, PRODUCTS + child)
  return (
    <>
      <AdminPage
        actions={
          <>
            <ExportLink to={exportPath('products', filterParams(PRODUCT_FILTERS, search))} />
            <ButtonLink to={RECOUNT} look="line" icon="check">
              Count the stock
            </ButtonLink>
            <ButtonLink to={pathOver('/bulk')} look="line" icon={moreIcons.upload} preventScrollReset>
              Prices and stock by CSV
            </ButtonLink>
            <ButtonLink to={pathOver('/new')} icon="plus" preventScrollReset>
              Add Product
            </ButtonLink>
          </>
        }
      >
        <StatusNotice answer={actionData ?? done} />
        <FilterBar
          action={PRODUCTS}
          filters={PRODUCT_FILTERS}
          values={search}
          options={{ category: categories.map(({ slug, name }) => ({ value: slug, label: name })) }}
        />
        <SavedFilters {...saved} />
        <AdminTable
          folded
          caption="Products"
          columns={productColumns({
            sort: search.sort,
            sortPath: (sort) => listPaths(PRODUCTS, PRODUCT_FILTERS, { ...search, sort })(1),
            editPath: (id) => pathOver(`/${id}`),
            copyPath: (id) => pathOf(search.page, { copy: id }).replace(PRODUCTS, `${PRODUCTS}/new`),
            removePath: (id) => pathOf(search.page, { delete: id }),
          })}
          rows={products}
          empty={<EmptyList title="No products found" />}
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
  product: Pick<ListedProduct, 'id' | 'name'>
  closeTo: string
}) {
  const { id, name } = product
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete product"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'delete', id }}
    >
      <p>
        It disappears from the shop right away. If it has been ordered, it is archived instead of deleted, so
        that orders and invoices still name it.
      </p>
    </ConfirmDialog>
  )
}

/** At or below this stock the figure is red. */
const LOW_STOCK = 10

function productColumns(paths: {
  sort: ListingSort
  sortPath: (sort: ListingSort) => string
  editPath: (id: string) => string
  copyPath: (id: string) => string
  removePath: (id: string) => string
}): Column<ListedProduct>[] {
  const { sort, sortPath, editPath, copyPath, removePath } = paths
  const sortLink = (column: ListingSort) => ({
    to: sortPath(column),
    now: sort === column ? ('ascending' as const) : null,
  })
  return [
    column.title('Product', (product) => <ProductCell {...product} editPath={editPath(product.id)} />, {
      sort: sortLink('name'),
    }),
    column.text('Category', ({ categoryName }) => categoryName ?? 'Uncategorized'),
    column.figure('Price', (product) => <Cost {...product} />, { sort: sortLink('price') }),
    column.number(
      'Stock',
      ({ stockQuantity }) => (
        <span className={stockQuantity <= LOW_STOCK ? 'font-semibold text-danger' : undefined}>
          {stockQuantity}
        </span>
      ),
      { sort: sortLink('stock') },
    ),
    column.state('Status', (product) => <Status {...product} />),
    column.text(
      'Actions',
      ({ id, name }) => (
        <span className="row-actions">
          <RowAction to={editPath(id)} icon="pencil" label={`Edit ${name}`} />
          <RowAction to={copyPath(id)} icon={moreIcons.copy} label={`Copy ${name}`} />
          <RowAction to={removePath(id)} icon="trash" label={`Delete ${name}`} />
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

function Status({ isActive, stockQuantity, labelProblem }: ListedProduct) {
  const isOnSale = isActive && stockQuantity > 0
  return (
    <span className="badges">
      {isOnSale ? <Badge tone="positive">Active</Badge> : <Badge>Inactive</Badge>}
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
