import { Drawing } from '#app/marketing/drawing.tsx'
import { StepList } from '#app/marketing/step-list.tsx'
import { JOURNEY } from '#content/home.ts'

/** Farm to plate in four pictures: one joined strip on a wide screen, one picture beside each step on a phone. */
export function Journey() {
  return (
    <section className="py-section journey" aria-labelledby="journey">
      <h2 id="journey" className="wrap display text-4xl">
        <span>{JOURNEY.title}</span>
      </h2>
      <JourneyStrip />
      <StepList steps={JOURNEY.steps} className="wrap journey-steps" />
    </section>
  )
}

/** The four drawings side by side: they join into one landscape. */
export function JourneyStrip({ eager }: { eager?: boolean }) {
  return (
    <div className="journey-strip">
      {JOURNEY.steps.map(({ drawing }) => (
        <Drawing key={drawing} name={drawing} eager={eager} />
      ))}
    </div>
  )
}
