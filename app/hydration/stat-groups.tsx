import { STAT_GROUPS } from '#content/hydration/impact.ts'
import { FlipCard } from './flip-card.tsx'

/** Three groups of questions with sourced answers. */
export function StatGroups() {
  return (
    <div className="wrap stat-groups">
      {STAT_GROUPS.map((group) => (
        <section key={group.id} className="stat-group" aria-labelledby={`${group.id}-title`}>
          <div>
            <h2 id={`${group.id}-title`} className="display text-3xl">
              {group.title}
            </h2>
            <p className="mt-3 max-w-read text-ink-soft">{group.lead}</p>
          </div>
          <ul className="stat-cards">
            {group.cards.map((card) => (
              <FlipCard key={card.id} card={card} color={group.color} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
