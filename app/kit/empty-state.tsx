import type { ReactNode } from 'react'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { classNames } from '#app/kit/text.tsx'

export function EmptyState(props: {
  picture?: string
  title: string
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
  className?: string
}) {
  const { picture, title, children, action, headingLevel = 2, className } = props
  const Heading = `h${headingLevel}` as const
  return (
    <div className={classNames('flex flex-col items-start gap-3', className)}>
      {picture && <ProductPicture src={picture} alt="" loading="eager" className="mb-3 h-32 w-auto" />}
      <Heading className="display text-2xl">{title}</Heading>
      {children && <p className="max-w-read text-ink-soft">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
