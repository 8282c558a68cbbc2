import { ButtonLink } from '#app/kit/button.tsx'
import { Section } from '#app/kit/section.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import { Drawing, FactList, StepList, StoryHero, Voice } from '#app/marketing/story-parts.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import {
  ABOUT_LEAD,
  ABOUT_NEXT,
  ABOUT_VOICES_TITLE,
  MANIFESTO,
  MISSION,
  PROBLEMS,
  PROCESS,
  type Problem,
  VISION,
} from '#content/about.ts'
import { ABOUT_VOICES, VOICES_NOTE } from '#content/testimonials.ts'
import type { Route } from './+types/about.ts'

export const handle: PageHandle = {
  sheet: 'stories',
  title: 'About {brand}',
  description:
    'Why we sell millet for weeknights: three problems with their sources, our mission, and six steps from grain to parcel.',
  picture: 'about',
  band: '--color-gulab-200',
  cached: 'exact',
  search: 'sitemap',
  landing: 'stories',
  access: { get: 200 },
}

export default function About({ matches }: Route.ComponentProps) {
  return (
    <>
      <StoryHero
        title={`About ${siteOf(matches).brand}`}
        lead={ABOUT_LEAD}
        name="cultivate-people"
        alt="Three women of a self-help group with the boxes they pack"
      />
      <Section titleId="problems" title={PROBLEMS.title} className="problems">
        <Tabs
          label="Problems"
          tabs={PROBLEMS.tabs.map((problem) => ({ ...problem, panel: <Panel problem={problem} /> }))}
        />
      </Section>
      <div className="mission">
        <section aria-labelledby="mission">
          <h2 id="mission">Our mission</h2>
          <p className="display text-3xl">{MISSION}</p>
        </section>
        <section aria-labelledby="vision">
          <h2 id="vision">Our vision</h2>
          <p className="display text-2xl">{VISION}</p>
        </section>
      </div>
      <Section titleId="manifesto" title="Our manifesto" row="manifesto">
        <ol>
          {MANIFESTO.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Section>
      <Section titleId="process" title={PROCESS.title} className="process">
        <StepList steps={PROCESS.steps} />
      </Section>
      <Section titleId="about-voices" title={ABOUT_VOICES_TITLE} look="text-3xl">
        <p className="mt-3 max-w-read text-sm text-ink-soft">{VOICES_NOTE}</p>
        <div className="voice-cards">
          {ABOUT_VOICES.map((voice) => (
            <Voice key={voice.id} voice={voice} />
          ))}
        </div>
      </Section>
      <NextSteps />
    </>
  )
}

function NextSteps() {
  return (
    <Section titleId="next-steps" title={ABOUT_NEXT.title} className="next-steps">
      <ul>
        {ABOUT_NEXT.steps.map((step, index) => (
          <li key={step.to}>
            <h3 className="text-xl font-bold">{step.title}</h3>
            <p>{step.text}</p>
            <ButtonLink to={step.to} look={index === 0 ? 'solid' : 'line'}>
              {step.link}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Panel({ problem }: { problem: Problem }) {
  return (
    <div className="problem">
      <div>
        <h3 className="display text-2xl">{problem.title}</h3>
        <p className="problem-text">{problem.text}</p>
        <FactList names={problem.facts} />
      </div>
      <Drawing name={problem.drawing} />
    </div>
  )
}
