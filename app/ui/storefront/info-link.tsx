import { DialogLink } from '#app/ui/kit/dialog-link.tsx'
import { Icon } from '#app/ui/kit/icon.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'
import { productPath } from '#app/ui/storefront/product-path.ts'

/** The round i on a tile: opens the info panel; without JavaScript it is a link to the product's page. */
export function InfoLink({ product, onOpen }: { product: { id: string; name: string }; onOpen: () => void }) {
  return (
    <DialogLink to={productPath(product)} onOpen={onOpen} className="icon-btn tile-info">
      <Icon name="info" />
      <VisuallyHidden>What is in {product.name}</VisuallyHidden>
    </DialogLink>
  )
}
