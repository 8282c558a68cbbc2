import { illustrationSize } from '#app/kit/illustration-sizes.ts'

export type DrawingProps = {
  /** File name below /illustrations, without the ending. */
  name: string
  /** Left out where the words beside it say the same. */
  alt?: string
  /** Above the fold: fetched at once. */
  eager?: boolean
  className?: string
}

/** One of our drawings with its own width and height, so that nothing moves when it arrives. */
export function Drawing({ name, alt = '', eager, className }: DrawingProps) {
  const src = `/illustrations/${name}.svg`
  return (
    <img
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      {...illustrationSize(src)}
    />
  )
}
