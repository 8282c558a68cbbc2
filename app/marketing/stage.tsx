import { Ledger } from '#app/kit/ledger.tsx'
import { Drawing } from '#app/marketing/drawing.tsx'
import { FactList } from '#app/marketing/facts.tsx'
import type { Stage } from '#content/impact.ts'

/** One stop on the way from farm to plate; `number` counts from 1, and every second one has its picture on the right. */
export function StageBlock({ stage, number }: { stage: Stage; number: number }) {
  return (
    <section
      id={stage.id}
      aria-labelledby={`${stage.id}-title`}
      className="py-section stage"
      style={{ background: `var(--color-${stage.ground})` }}
    >
      <div className="wrap">
        <Drawing name={stage.drawing} alt={stage.alt} />
        <div>
          <h2 id={`${stage.id}-title`} className="display text-4xl">
            <span className="text-accent">{number}</span> {stage.title}
          </h2>
          <div className="stage-text">
            {stage.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {stage.facts.length > 0 && <FactList names={stage.facts} />}
          {stage.record && <Ledger rows={[...stage.record]} className="mt-8" />}
        </div>
      </div>
    </section>
  )
}
