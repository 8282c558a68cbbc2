import { type Column, column } from '#app/kit/column.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Badge } from '#app/kit/status.tsx'
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
    column.title('Product', (product) => <Named {...product} editPath={editPath(product.id)} />, {
      sort: by('name'),
    }),
    column.text('Category', ({ categoryName }) => categoryName ?? 'Uncategorized'),
    column.figure('Price', (product) => <Cost {...product} />, { sort: by('price') }),
    column.number(
      'Stock',
      ({ stockQuantity }) => (
        <span className={stockQuantity <= LOW ? 'font-semibold text-danger' : undefined}>
          {stockQuantity}
        </span>
      ),
      { sort: by('stock') },
    ),
    column.state('Status', (product) => <Status {...product} />),
    column.text(
      'Actions',
      ({ id, name }) => (
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
      { place: 'actions', align: 'end' },
    ),
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
