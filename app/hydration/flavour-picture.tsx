import type { CSSProperties } from 'react'
import { classNames } from '#app/kit/class-names.ts'
import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import type { FlavourPicture as Picture } from '#content/hydration/flavours.ts'

/** Drawings composed on one flat colour. `alt` describes the whole; '' when words beside it do. */
export function FlavourPicture({
  picture,
  alt,
  className,
}: {
  picture: Picture
  alt: string
  className?: string
}) {
  const spoken = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return (
    <div
      {...spoken}
      className={classNames('flavour-picture', className)}
      style={{ background: `var(--color-${picture.ground})` }}
    >
      {picture.parts.map(({ src, left, bottom, width, turn }) => (
        <img
          key={src}
          {...illustrationSize(src)}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          style={
            {
              left: `${left}%`,
              bottom: `${bottom}%`,
              width: `${width}%`,
              rotate: `${turn ?? 0}deg`,
            } as CSSProperties
          }
        />
      ))}
    </div>
  )
}
