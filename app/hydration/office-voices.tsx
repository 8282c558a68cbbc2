import { DESK_VOICES } from '#content/hydration/landing.ts'

/** Two voices that stand for many. */
export function OfficeVoices() {
  return (
    <section className="bg-lake-200 py-section" aria-labelledby="desks-title">
      <div className="wrap">
        <h2 id="desks-title" className="display text-3xl">
          On other desks
        </h2>
        <p className="mt-3 mb-8 text-sm">
          Illustrative composites, drawn from how people use a bottle at work. No one is quoted.
        </p>
        <div className="desk-voices">
          {DESK_VOICES.map(({ id, text, who, portrait }) => (
            <figure key={id}>
              <img src={portrait} alt="" width={240} height={240} loading="lazy" decoding="async" />
              <div>
                <blockquote className="text-lg font-semibold">{text}</blockquote>
                <figcaption className="mt-3 text-sm text-ink-soft">{who}</figcaption>
              </div>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
