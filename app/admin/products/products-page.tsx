import { productColumns } from '#app/admin/products/product-columns.tsx'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { PRODUCTS, RECOUNT } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { ListedProduct, ListingSearch } from '#shop/catalogue/listing.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'

export type ProductsPageProps = {
  saved: SavedFiltersProps
  search: ListingSearch
  categories: { slug: string; name: string }[]
  products: ListedProduct[]
  total: number
  perPage: number
  /** The product that is about to be deleted. */
  removing: { id: string; name: string } | null
  answer: AdminAnswer | undefined
}

export function ProductsPage(props: ProductsPageProps) {
  const { search, saved, categories, products, total, perPage, removing, answer } = props
  const asked = {
    q: search.text,
    category: search.category ?? '',
    stock: search.stock ?? '',
    sort: search.sort === 'newest' ? '' : search.sort,
  }
  const pathOf = (page: number, more: Record<string, string> = {}) =>
    pagePath(PRODUCTS, { ...asked, ...more }, page)
  const list = pathOf(search.page)
  const over = (child: string) => list.replace(PRODUCTS, PRODUCTS + child)
  const from = (search.page - 1) * perPage + 1
  return (
    <AdminPage
      actions={
        <>
          <ExportLink to={exportPath('products', asked)} />
          <ButtonLink to={RECOUNT} look="line" icon="check">
            Count the stock
          </ButtonLink>
          <ButtonLink to={over('/bulk')} look="line" icon={moreIcons.upload} preventScrollReset>
            Prices and stock by CSV
          </ButtonLink>
          <ButtonLink to={over('/new')} icon="plus" preventScrollReset>
            Add Product
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={answer} />
      <FilterBar
        action={PRODUCTS}
        search={{ label: 'Search by name or description', value: search.text }}
        choices={[
          {
            name: 'category',
            label: 'Category',
            value: search.category ?? '',
            options: [
              { value: '', label: 'All' },
              ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
            ],
          },
          {
            name: 'stock',
            label: 'Show',
            value: asked.stock,
            options: [
              { value: '', label: 'Any' },
              { value: 'out', label: 'Sold out' },
              { value: 'low', label: `Below ${LOW_STOCK_ALERT}` },
              { value: 'above-mrp', label: 'Above MRP' },
              { value: 'no-hsn', label: 'No HSN code' },
              { value: 'inactive', label: 'Inactive' },
            ],
          },
        ]}
        keep={{ sort: asked.sort }}
      />
      <SavedFilters {...saved} />
      <Table
        dense
        caption="Products"
        columns={productColumns({
          sort: search.sort,
          sortPath: (sort) => pathOf(1, { sort }),
          editPath: (id) => over(`/${id}`),
          copyPath: (id) => pathOf(search.page, { copy: id }).replace(PRODUCTS, `${PRODUCTS}/new`),
          removePath: (id) => pathOf(search.page, { delete: id }),
        })}
        rows={products}
        rowKey={({ id }) => id}
        empty={<EmptyList title="No products found" />}
      />
      <Pager
        from={from}
        count={products.length}
        total={total}
        backTo={search.page > 1 ? pathOf(search.page - 1) : null}
        nextTo={from + products.length <= total ? pathOf(search.page + 1) : null}
      />
      {removing && <RemoveProduct product={removing} closeTo={pathOf(search.page)} />}
    </AdminPage>
  )
}

/** Confirms the deletion of a product. */
function RemoveProduct({
  product: { id, name },
  closeTo,
}: {
  product: { id: string; name: string }
  closeTo: string
}) {
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete product"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'delete', id }}
    >
      <p>
        It leaves the shop right away. If it has been ordered, it is archived instead of deleted, so that
        orders and invoices still name it.
      </p>
    </ConfirmDialog>
  )
}
