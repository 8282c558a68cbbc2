import type { ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'

type SectionProps = {
  id?: string
  titleId: string
  title: string
  /** Classes of the title: its size. */
  look?: string
  /** Classes of the band, which is as wide as the page. */
  className?: string
  /** Classes of what is in it. */
  row?: string
  children: ReactNode
}

/** A band of a page with its title. */
export function Section({ id, titleId, title, look = 'text-4xl', className, row, children }: SectionProps) {
  return (
    <section id={id} className={classNames('py-section', className)} aria-labelledby={titleId}>
      <div className={classNames('wrap', row)}>
        <h2 id={titleId} className={classNames('display', look)}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
