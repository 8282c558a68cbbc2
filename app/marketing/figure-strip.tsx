import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Figure } from '#app/marketing/home-shelf.ts'

type FigureStripProps = {
  id: string
  title: string
  /** Shows the title; otherwise it is there for screen readers, because the figures explain themselves. */
  titled?: boolean
  figures: Figure[]
}

/** A dark band of numbers, each with what it counts. */
export function FigureStrip({ id, title, titled, figures }: FigureStripProps) {
  return (
    <section aria-labelledby={id} className="story-strip">
      <div className="wrap">
        <h2 id={id}>{titled ? title : <VisuallyHidden>{title}</VisuallyHidden>}</h2>
        <ul>
          {figures.map((figure) => (
            <li key={figure.label}>
              <b className="numeric">{figure.value}</b> <span>{figure.label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
