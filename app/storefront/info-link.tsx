import { DialogLink } from '#app/kit/dialog-link.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { productPath } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'

/** The round i on a tile: opens the info panel; without JavaScript it is a link to the product's page. */
export function InfoLink({ product, onOpen }: { product: { id: string; name: string }; onOpen: () => void }) {
  return (
    <DialogLink to={productPath(product)} onOpen={onOpen} className="icon-btn tile-info">
      <Icon name="info" />
      <VisuallyHidden>What is in {product.name}</VisuallyHidden>
    </DialogLink>
  )
}
