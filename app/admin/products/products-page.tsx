import { productColumns } from '#app/admin/products/product-columns.tsx'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { PRODUCTS, RECOUNT } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { type Column, Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { ListedDraft } from '#shop/catalogue/draft.ts'
import type { ListedProduct, ListingSearch } from '#shop/catalogue/listing.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type ProductsPageProps = {
  saved: SavedFiltersProps
  search: ListingSearch
  categories: { slug: string; name: string }[]
  products: ListedProduct[]
  total: number
  perPage: number
  drafts: ListedDraft[]
  /** The draft that is about to be deleted. */
  dropping: ListedDraft | null
  /** The product that is about to be deleted. */
  removing: { id: string; name: string } | null
  answer: AdminAnswer | undefined
}

export function ProductsPage(props: ProductsPageProps) {
  const { search, saved, categories, products, total, perPage, drafts, dropping, removing, answer } = props
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
      {drafts.length > 0 && <Drafts drafts={drafts} dropPath={(id) => pathOf(search.page, { drop: id })} />}
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
      {dropping && <DropDraft draft={dropping} closeTo={pathOf(search.page)} />}
      {removing && <RemoveProduct product={removing} closeTo={pathOf(search.page)} />}
    </AdminPage>
  )
}

type DraftsProps = { drafts: ListedDraft[]; dropPath: (id: string) => string }

/** What was entered and not published, to continue or to give up. */
function Drafts({ drafts, dropPath }: DraftsProps) {
  const columns: Column<ListedDraft>[] = [
    {
      key: 'draft',
      header: 'Draft',
      place: 'title',
      cell: (draft) => (
        <Link to={draftPath(draft)} className="link font-semibold">
          {draftName(draft)}
        </Link>
      ),
    },
    {
      key: 'of',
      header: 'Of',
      cell: ({ productName }) => (productName === null ? 'New product' : productName),
    },
    { key: 'by', header: 'Saved by', cell: ({ savedBy }) => savedBy ?? 'A closed account' },
    { key: 'at', header: 'Saved', cell: ({ savedAt }) => formatDayAndTime(savedAt) },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (draft) => (
        <span className="row-actions">
          <ButtonLink to={draftPath(draft)} look="line" size="sm">
            Continue <VisuallyHidden>with {draftName(draft)}</VisuallyHidden>
          </ButtonLink>
          <Link to={dropPath(draft.id)} className="icon-btn" preventScrollReset>
            <Icon name="trash" size="s" />
            <VisuallyHidden>Delete the draft {draftName(draft)}</VisuallyHidden>
          </Link>
        </span>
      ),
    },
  ]
  return (
    <details className="product-drafts" open>
      <summary>Drafts ({drafts.length})</summary>
      <Table
        dense
        caption="Drafts, the last saved first"
        columns={columns}
        rows={drafts}
        rowKey={({ id }) => id}
      />
    </details>
  )
}

function draftName({ name, productName }: ListedDraft): string {
  return name || productName || 'Without a name'
}

function draftPath({ id, productId }: ListedDraft): string {
  return productId ? `${PRODUCTS}/${productId}` : `${PRODUCTS}/new?draft=${id}`
}

/** Confirms the deletion of a draft. */
function DropDraft({ draft, closeTo }: { draft: ListedDraft; closeTo: string }) {
  const { id, version, productName } = draft
  return (
    <ConfirmDialog
      title={`Delete the draft ${draftName(draft)}?`}
      confirm="Delete draft"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'drop', id, version: String(version) }}
    >
      <p>
        {productName === null
          ? 'What was entered is lost.'
          : 'What was changed is lost. The product stays in the shop as it is.'}
      </p>
    </ConfirmDialog>
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
