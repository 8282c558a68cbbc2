import { RIPPLES } from '#content/hydration/impact.ts'

/** What one box sets going, each ring wider than the last. */
export function RippleEffect() {
  return (
    <section className="bg-surface-deep py-section text-ink-on-deep" aria-labelledby="ripple-title">
      <div className="wrap">
        <h2 id="ripple-title" className="display text-4xl">
          Ripple Effect
        </h2>
        <ol className="ripples">
          {RIPPLES.map(({ title, text }, index) => (
            <li key={title}>
              <svg viewBox="0 0 120 60" aria-hidden="true" className="ripple-rings">
                {Array.from({ length: index + 1 }, (_, ring) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rings are told apart by nothing else
                  <ellipse key={ring} cx="60" cy="44" rx={16 + ring * 20} ry={5 + ring * 5} />
                ))}
                <path d="M60 6c6 9 10 14 10 20a10 10 0 0 1-20 0c0-6 4-11 10-20Z" />
              </svg>
              <h3 className="display text-2xl">{title}</h3>
              <p className="mt-2 text-ink-soft-on-deep">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
