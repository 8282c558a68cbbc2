import { PackTile } from '#app/kit/pack-tile.tsx'
import { tileColour } from '#app/kit/tile-colour.ts'
import type { Sellable } from '#shop/catalogue/product.ts'

/** A cart line's pack on the colour it has on the shelf. Decorative: the name stands beside it. */
export function LinePicture({ product, out }: { product: Sellable; out: boolean }) {
  const colour = tileColour(product)
  return (
    <PackTile src={product.imageUrls[0]} alt="" colour={colour} ratio="1" pack="74%" out={out} priority />
  )
}
