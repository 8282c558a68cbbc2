import { Link } from 'react-router'
import { STORY } from '#content/hydration/replenish.ts'

/** Where the line comes from, in three paragraphs. */
export function Story() {
  return (
    <section className="bg-surface-deep py-section text-ink-on-deep" aria-labelledby="story-title">
      <div className="wrap story-row">
        <h2 id="story-title" className="display text-4xl">
          Half a bottle left, every evening
        </h2>
        <div>
          <dl className="story-parts">
            {STORY.map(({ title, text }) => (
              <div key={title}>
                <dt className="text-lg font-bold">{title}</dt>
                <dd className="mt-1 text-ink-soft-on-deep">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6">
            <Link to="/hydration/impact" className="link">
              Our Impact: the figures, the work and the goals
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}
