import { Drawing } from '#app/ui/stories/drawing.tsx'
import { PROCESS } from '#content/about.ts'

/** Six steps from grain to parcel. */
export function Process() {
  return (
    <section className="py-section process" aria-labelledby="process">
      <div className="wrap">
        <h2 id="process" className="display text-4xl">
          {PROCESS.title}
        </h2>
        <ol>
          {PROCESS.steps.map((step, index) => (
            <li key={step.title}>
              <Drawing name={step.drawing} />
              <div>
                <h3>
                  <span>{index + 1}</span> {step.title}
                </h3>
                <p>{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
