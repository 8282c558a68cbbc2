import { STEPS, USE_NOTE } from '#content/hydration/replenish.ts'

/** Three steps beside a full glass. */
export function HowToUse() {
  return (
    <section id="how" className="py-section" aria-labelledby="how-title">
      <div className="wrap how-row">
        <div className="how-picture">
          <img
            src="/illustrations/glass-mint.svg"
            alt="A tall glass of mint mojito with ice"
            width={230}
            height={320}
            loading="lazy"
            decoding="async"
          />
        </div>
        <div>
          <h2 id="how-title" className="display text-4xl">
            Tear, pour, stir
          </h2>
          <ol className="how-steps">
            {STEPS.map((step) => (
              <li key={step} className="text-lg">
                {step}
              </li>
            ))}
          </ol>
          <p className="mt-5 max-w-read text-sm text-ink-soft">{USE_NOTE}</p>
        </div>
      </div>
    </section>
  )
}
