import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Badge } from '#app/kit/status.tsx'
import type { Column } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { ListedProduct, ListingSort } from '#shop/catalogue/listing.ts'
import { formatPrice } from '#shop/kernel/money.ts'

/** At or below this stock the figure is red. */
const LOW = 10

type Paths = {
  sort: ListingSort
  sortPath: (sort: ListingSort) => string
  editPath: (id: string) => string
  copyPath: (id: string) => string
  removePath: (id: string) => string
}

export function productColumns({
  sort,
  sortPath,
  editPath,
  copyPath,
  removePath,
}: Paths): Column<ListedProduct>[] {
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
      cell: (product) => <Named {...product} editPath={editPath(product.id)} />,
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
      cell: (product) => <Status {...product} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: ({ id, name }) => (
        <span className="row-actions">
          <Link to={editPath(id)} className="icon-btn" preventScrollReset>
            <Icon name="pencil" size="s" />
            <VisuallyHidden>Edit {name}</VisuallyHidden>
          </Link>
          <Link to={copyPath(id)} className="icon-btn" preventScrollReset>
            <Icon name={moreIcons.copy} size="s" />
            <VisuallyHidden>Copy {name}</VisuallyHidden>
          </Link>
          <Link to={removePath(id)} className="icon-btn" preventScrollReset>
            <Icon name="trash" size="s" />
            <VisuallyHidden>Delete {name}</VisuallyHidden>
          </Link>
        </span>
      ),
    },
  ]
}

/** The price, and the struck-through one where there is a discount. */
function Cost({ price, discountPrice }: ListedProduct) {
  if (discountPrice === null) return formatPrice(price)
  return (
    <>
      {formatPrice(discountPrice)} <s className="data-sub inline">{formatPrice(price)}</s>
    </>
  )
}

/** Whether the product can be bought, and the problems with its label. */
function Status({ isActive, stockQuantity, labelProblem }: ListedProduct) {
  const isOnSale = isActive && stockQuantity > 0
  return (
    <span className="badges">
      {isOnSale ? <Badge tone="positive">Active</Badge> : <Badge>Inactive</Badge>}
      {labelProblem && <Badge tone="danger">{labelProblem}</Badge>}
    </span>
  )
}

function Named({ name, imageUrl, shortDescription, editPath }: ListedProduct & { editPath: string }) {
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
