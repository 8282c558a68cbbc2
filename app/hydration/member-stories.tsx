import { STORIES } from '#content/hydration/impact.ts'

/** Two members' days, written as composites. */
export function MemberStories() {
  return (
    <section className="bg-mint-300 py-section" aria-labelledby="stories-title">
      <div className="wrap">
        <h2 id="stories-title" className="display text-4xl">
          Two days of work
        </h2>
        <p className="mt-3 max-w-read text-sm">
          Illustrative composites that show how the work is organised. No one is quoted.
        </p>
        <div className="member-stories">
          {STORIES.map(({ id, name, role, content, imageUrl }) => (
            <figure key={id}>
              <img src={imageUrl} alt="" width={240} height={240} loading="lazy" decoding="async" />
              <div>
                <blockquote className="text-lg">{content}</blockquote>
                <figcaption className="mt-4">
                  <b>{name}</b>
                  <span className="block text-sm text-ink-soft">{role}</span>
                </figcaption>
              </div>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
