import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useHydrated } from '#app/kit/browser/browser-state.ts'

type Orientation = 'horizontal' | 'vertical'

type TabsProps = {
  label: string
  tabs: {
    /** The id of the panel, unique on the page, so that `#id` opens it without JavaScript. */
    id: string
    label: ReactNode
    panel: ReactNode
  }[]
  orientation?: Orientation
}

/** Tabs by the ARIA pattern. Before hydration they are links to the panels, and the first panel is shown. */
export function Tabs({ label, tabs, orientation = 'horizontal' }: TabsProps) {
  const ready = useHydrated()
  const [open, setOpen] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const focusTab = (index: number) => {
    setOpen(index)
    list.current?.querySelectorAll('a')[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === ' ' ? open : tabAfterKey(event.key, open, tabs.length, orientation)
    if (next === null) return
    event.preventDefault()
    focusTab(next)
  }
  const onClick = (event: MouseEvent, index: number) => {
    event.preventDefault()
    setOpen(index)
  }

  // ARIA roles promise behaviour that needs JavaScript, so the server's HTML has plain links and sections.
  const listProps = ready
    ? { role: 'tablist', 'aria-label': label, 'aria-orientation': orientation, onKeyDown }
    : {}
  return (
    <div className="tabs" data-ready={ready || undefined}>
      <div ref={list} className="tab-list" {...listProps}>
        {tabs.map((tab, index) => (
          <a
            key={tab.id}
            href={`#${tab.id}`}
            className="tab"
            data-control=""
            data-open={index === open}
            onClick={(event) => onClick(event, index)}
            {...(ready ? tabProps(tab.id, index === open) : {})}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          id={tab.id}
          className="tab-panel"
          data-first={index === 0 || undefined}
          {...(ready
            ? { role: 'tabpanel', 'aria-labelledby': `${tab.id}-tab`, hidden: index !== open, tabIndex: 0 }
            : {})}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}

function tabProps(id: string, open: boolean) {
  return { id: `${id}-tab`, role: 'tab', 'aria-selected': open, 'aria-controls': id, tabIndex: open ? 0 : -1 }
}

/** Returns the tab that a key selects by the ARIA pattern (arrows wrap around, Home, End). Null for other keys. */
export function tabAfterKey(
  key: string,
  current: number,
  count: number,
  orientation: Orientation,
): number | null {
  if (count === 0) return null
  const [back, forward] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === forward) return (current + 1) % count
  if (key === back) return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
