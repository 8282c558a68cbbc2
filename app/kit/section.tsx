import type { ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'

type SectionProps = {
  id?: string
  titleId: string
  title: string
  look?: string
  className?: string
  row?: string
  children: ReactNode
}

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
