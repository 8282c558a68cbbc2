import { BENEFITS } from '#content/hydration/landing.ts'

/** Five statements that the label proves. */
export function Why() {
  return (
    <section id="why" tabIndex={-1} className="py-section" aria-labelledby="why-title">
      <div className="wrap">
        <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:items-end">
          <h2 id="why-title" className="display text-4xl">
            Why Replenish
          </h2>
          <p className="max-w-read text-lg text-balance text-ink-soft">
            Five things that you can check on the box before you believe us.
          </p>
        </div>
        <ul className="benefits">
          {BENEFITS.map((benefit) => (
            <li
              key={benefit.title}
              className="benefit"
              style={{ background: `var(--color-${benefit.color})` }}
            >
              <p className="benefit-figure numeric" aria-hidden="true">
                {benefit.figure}
              </p>
              <h3 className="text-lg font-bold">{benefit.title}</h3>
              <p className="mt-2 text-sm">{benefit.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
