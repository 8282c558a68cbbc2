import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'
import { ProductPicture, type ProductPictureProps } from './product-picture.tsx'

type PackTileProps = Pick<ProductPictureProps, 'src' | 'alt' | 'priority'> & {
  /** The name of a colour variable, for example '--color-gulab-200'. Default: the side's sunken surface. */
  colour?: string
  ratio?: string
  /** The height of the pack as a fraction of the tile's height. */
  pack?: string
  /** Lifts the pack on hover over the tile, or over the link, article or list item around it. */
  lift?: boolean
  out?: boolean
  className?: string
  children?: ReactNode
}

export function PackTile(props: PackTileProps) {
  const { src, alt, priority, colour, ratio, pack, lift, out, className, children } = props
  const style = {
    '--tile': colour && `var(${colour})`,
    '--tile-ratio': ratio,
    '--tile-pack': pack,
  } as CSSProperties
  return (
    <div className={classNames('tile', lift && 'tile-lift', out && 'tile-out', className)} style={style}>
      <ProductPicture src={src} alt={alt} priority={priority} />
      {children}
    </div>
  )
}
