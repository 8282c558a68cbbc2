import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type AccordionItem = { id: string; title: ReactNode; body: ReactNode; open?: boolean }

export type AccordionProps = {
  items: AccordionItem[]
  /** With a name only one item is open at a time. */
  name?: string
  className?: string
}

/** Native disclosures: they open without JavaScript and the browser's page search opens them. */
export function Accordion({ items, name, className }: AccordionProps) {
  return (
    <div className={classNames('accordion', className)}>
      {items.map((item) => (
        <details key={item.id} id={item.id} name={name} open={item.open}>
          <summary>
            {item.title}
            <Icon name="chevron-down" />
          </summary>
          <div className="accordion-body">{item.body}</div>
        </details>
      ))}
    </div>
  )
}
