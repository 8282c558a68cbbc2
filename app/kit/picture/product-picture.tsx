import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { pictureSources } from '#shop/catalogue/picture.ts'
import { illustrationSize } from './illustration-sizes.ts'

export const PLACEHOLDER = '/illustrations/placeholder.svg'

/** The width at which an uploaded picture is shown, unless the caller passes `sizes`. */
const SIZES = '(max-width: 40rem) 92vw, 30rem'

export type ProductPictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  src: string | null | undefined
  /** The product's name or the picture's own text; '' if the name is beside the picture. */
  alt: string
  /** True for a picture above the fold, which is fetched first. */
  priority?: boolean
}

/** A product picture, or a placeholder if it is missing or broken. Illustrations have a fixed width and height. */
export function ProductPicture({ src, alt, priority, ...rest }: ProductPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  // The shop has not yet copied this picture from another site (shop/catalogue/product-pictures.ts).
  const original = src?.startsWith('http') ? PLACEHOLDER : src || PLACEHOLDER
  const source = broken === original ? PLACEHOLDER : original

  // If the picture failed before hydration, its error event was missed.
  useEffect(() => {
    const element = image.current
    if (element?.complete && element.naturalWidth === 0) setBroken(original)
  }, [original])

  const copies = pictureSources(source)
  const picture = (
    <img
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      {...illustrationSize(source)}
      {...(copies && { width: copies.width, height: copies.height, srcSet: copies.webp, sizes: SIZES })}
      {...rest}
      ref={image}
      src={source}
      alt={alt}
      onError={() => setBroken(original)}
    />
  )
  if (!copies) return picture
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={copies.avif} sizes={rest.sizes ?? SIZES} />
      {picture}
    </picture>
  )
}
