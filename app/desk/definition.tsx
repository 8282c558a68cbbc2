import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

/** An icon after a term ('Conversion rate') with its definition, shown on hover and focus. Escape closes it. */
export function Definition({ term, children }: { term: string; children: string }) {
  const id = useId()
  const [isAway, setIsAway] = useState(false)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setIsAway(true)
  const comeBack = () => setIsAway(false)
  return (
    <span className="definition" data-away={isAway || undefined}>
      <button
        type="button"
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onMouseEnter={comeBack}
        onBlur={comeBack}
      >
        <Icon name="info" size="s" />
        <VisuallyHidden>How {term} is counted</VisuallyHidden>
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}
