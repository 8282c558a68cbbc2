import { ButtonLink } from '#app/kit/button-link.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { shelfPath } from '#app/storefront/shelf-filters.tsx'
import { type ShelfFilter, shelfLabel } from '#shop/catalogue/shelf.ts'

/** Nothing on the shelf, or nothing in this category. */
export function ShelfEmpty({ filter }: { filter: ShelfFilter }) {
  return (
    <EmptyState
      className="py-12"
      headingLevel={3}
      picture="/illustrations/empty-basket.svg"
      title="No Products Found"
      action={
        <ButtonLink to={shelfPath(filter)} replace preventScrollReset>
          Reload Products
        </ButtonLink>
      }
    >
      {filter === 'all'
        ? 'No products are currently available.'
        : `No products found in the ${shelfLabel(filter)} category.`}
    </EmptyState>
  )
}
