import { FlipCard } from '#app/hydration/flip-card.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { Section } from '#app/kit/section.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import { FLAVOURS } from '#content/hydration/flavours.ts'
import {
  GOALS,
  GOALS_NOTE,
  type Goal,
  IMPACT,
  RIPPLES,
  STAT_GROUPS,
  STORIES,
} from '#content/hydration/impact.ts'

export const handle: PageHandle = {
  sheet: 'hydrationImpact',
  title: IMPACT.title,
  description: IMPACT.description,
  picture: 'hydration-impact',
  side: 'hydration',
  band: '--color-lake-200',
  cached: 'exact',
  search: 'sitemap',
  landing: 'hydration',
  feature: 'hydration',
  access: { get: 200 },
}

export default function HydrationImpact() {
  return (
    <>
      <section className="impact-hero">
        <div className="wrap impact-hero-row">
          <div>
            <h1 className="display text-5xl">{IMPACT.title}</h1>
            <p className="mt-5 max-w-[32rem] text-lg font-semibold">{IMPACT.lead}</p>
          </div>
          <div className="impact-hero-sticks">
            {FLAVOURS.map(({ id, image }) => (
              <img key={id} {...illustrationSize(image)} src={image} alt="" />
            ))}
          </div>
        </div>
      </section>
      <StatGroups />
      <Section titleId="stories-title" title="Two days of work" className="bg-mint-300">
        <p className="mt-3 max-w-read text-sm">
          We made up these two people to show how the work is organised. No one is quoted.
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
      </Section>
      <RippleEffect />
      <Goals />
      <NextPages from="/hydration/impact" />
    </>
  )
}

function StatGroups() {
  return (
    <div className="wrap stat-groups">
      {STAT_GROUPS.map((group) => (
        <section key={group.id} className="stat-group" aria-labelledby={`${group.id}-title`}>
          <div>
            <h2 id={`${group.id}-title`} className="display stat-title">
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

function RippleEffect() {
  return (
    <Section titleId="ripple-title" title="Ripple Effect" className="bg-surface-deep text-ink-on-deep">
      <ol className="ripples">
        {RIPPLES.map(({ title, text }, index) => (
          <li key={title}>
            <svg viewBox="0 0 120 60" aria-hidden="true" className="ripple-rings">
              {Array.from({ length: index + 1 }, (_, ring) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rings have no id
                <ellipse key={ring} cx="60" cy="44" rx={16 + ring * 20} ry={5 + ring * 5} />
              ))}
              <path d="M60 6c6 9 10 14 10 20a10 10 0 0 1-20 0c0-6 4-11 10-20Z" />
            </svg>
            <h3 className="display text-2xl">{title}</h3>
            <p className="mt-2 text-ink-soft-on-deep">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Goals() {
  return (
    <section className="py-section" aria-labelledby="goals-title">
      <div className="wrap goals-row">
        <div>
          <h2 id="goals-title" className="display text-4xl">
            2030 goals
          </h2>
          <p className="mt-4 max-w-read text-sm text-ink-soft">{GOALS_NOTE}</p>
        </div>
        <ul className="goals">
          {GOALS.map((goal) => (
            <GoalRow key={goal.id} goal={goal} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function GoalRow({ goal: { id, figure, unit, text, progress } }: { goal: Goal }) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4" id={`goal-${id}`}>
        <span>
          <b className="display numeric mr-2 text-2xl max-md:block">
            {figure} {unit}
          </b>{' '}
          {text}
        </span>
        <span className="numeric font-semibold max-md:w-full">{progress}% (estimate)</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={`goal-${id}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        className="goal-bar"
      >
        <span style={{ width: `${progress}%` }} />
      </div>
    </li>
  )
}
