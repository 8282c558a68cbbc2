import type { DataColumn } from '#app/ui/admin/kit/data-table.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'
import { ProductPicture } from '#app/ui/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'
import type { ListedProduct, ListingSort } from '#shop/catalogue/listing.ts'
import { formatPrice } from '#shop/kernel/money.ts'

/** At this many or fewer the figure is red. */
const LOW = 10

type Paths = {
  sort: ListingSort
  sortPath: (sort: ListingSort) => string
  removePath: (id: string) => string
}

export function productColumns({ sort, sortPath, removePath }: Paths): DataColumn<ListedProduct>[] {
  const by = (column: ListingSort) => ({
    to: sortPath(column),
    now: sort === column ? ('ascending' as const) : null,
  })
  return [
    {
      key: 'product',
      header: 'Product',
      place: 'title',
      sort: by('name'),
      cell: (product) => <Named {...product} />,
    },
    { key: 'category', header: 'Category', cell: ({ categoryName }) => categoryName ?? 'Uncategorized' },
    {
      key: 'price',
      header: 'Price',
      place: 'figure',
      align: 'end',
      sort: by('price'),
      cell: (product) => <Cost {...product} />,
    },
    {
      key: 'stock',
      header: 'Stock',
      align: 'end',
      sort: by('stock'),
      cell: ({ stockQuantity }) => (
        <span className={stockQuantity <= LOW ? 'font-semibold text-danger' : undefined}>
          {stockQuantity}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      place: 'state',
      cell: ({ isActive, stockQuantity }) =>
        isActive && stockQuantity > 0 ? <Badge tone="positive">Active</Badge> : <Badge>Inactive</Badge>,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      place: 'actions',
      cell: ({ id, name }) => (
        <ButtonLink to={removePath(id)} look="line" preventScrollReset>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </ButtonLink>
      ),
    },
  ]
}

/** What is paid, and what it was struck through. */
function Cost({ price, discountPrice }: ListedProduct) {
  if (discountPrice === null) return formatPrice(price)
  return (
    <>
      {formatPrice(discountPrice)} <s className="data-sub inline">{formatPrice(price)}</s>
    </>
  )
}

function Named({ name, imageUrl, shortDescription }: ListedProduct) {
  return (
    <span className="thumb">
      <ProductPicture src={imageUrl} alt="" />
      <span>
        <b>{name}</b>
        <span className="data-sub">{shortDescription}</span>
      </span>
    </span>
  )
}
