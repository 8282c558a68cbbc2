import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

/** An icon after a term ('Conversion rate'). Hover and focus show the definition of the term; Escape closes it. */
export function Definition({ term, children }: { term: string; children: string }) {
  const id = useId()
  const [isClosed, setIsClosed] = useState(false)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setIsClosed(true)
  const reopen = () => setIsClosed(false)
  return (
    <span className="definition" data-closed={isClosed || undefined}>
      <button type="button" aria-describedby={id} onKeyDown={onKeyDown} onMouseEnter={reopen} onBlur={reopen}>
        <Icon name="info" size="s" />
        <VisuallyHidden>How {term} is counted</VisuallyHidden>
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}
