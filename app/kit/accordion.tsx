import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

type AccordionProps = {
  items: { id: string; title: ReactNode; body: ReactNode }[]
  /** Items with the same name close each other, so that only one is open at a time. */
  name?: string
}

/** Native <details> elements. They open without JavaScript, and the browser's find in page opens them. */
export function Accordion({ items, name }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map((item) => (
        <details key={item.id} id={item.id} name={name}>
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
