import { type MouseEvent, useRef, useState } from 'react'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

export type ShownPicture = { url: string; alt: string }

type ProductPicturesProps = { name: string; pictures: ShownPicture[]; colour: string }

/**
 * The pictures of a product on one flat colour. Several form a strip that scrolls sideways; the small ones lead to
 * them, without JavaScript too.
 */
export function ProductPictures({ name, pictures, colour }: ProductPicturesProps) {
  const [first] = pictures
  const style = { background: `var(--color-${colour})` }
  if (pictures.length < 2) {
    return (
      <div className="product-picture" style={style}>
        <ProductPicture src={first?.url} alt={first?.alt || name} priority />
      </div>
    )
  }
  return <Strip name={name} pictures={pictures} style={style} />
}

function Strip({
  name,
  pictures,
  style,
}: Omit<ProductPicturesProps, 'colour'> & { style: { background: string } }) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  }
  const go = (event: MouseEvent, at: number) => {
    event.preventDefault()
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return (
    <div className="product-pictures">
      <ul
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Pictures of ${name}`}
        className="product-strip"
        onScroll={onScroll}
      >
        {pictures.map(({ url, alt }, at) => (
          <li key={url} id={`picture-${at + 1}`} className="product-picture" style={style}>
            <ProductPicture src={url} alt={alt || name} priority={at === 0} />
          </li>
        ))}
      </ul>
      <ul className="product-thumbs">
        {pictures.map(({ url }, at) => (
          <li key={url}>
            <a
              href={`#picture-${at + 1}`}
              aria-current={shown === at ? 'true' : undefined}
              onClick={(event) => go(event, at)}
            >
              <ProductPicture src={url} alt="" sizes="3.5rem" />
              <VisuallyHidden>{`Picture ${at + 1} of ${pictures.length}`}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
