import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { AboutVoices } from '#app/ui/stories/about-voices.tsx'
import { Manifesto, MissionAndVision } from '#app/ui/stories/mission.tsx'
import { NextSteps } from '#app/ui/stories/next-steps.tsx'
import { ProblemTabs } from '#app/ui/stories/problem-tabs.tsx'
import { Process } from '#app/ui/stories/process.tsx'
import { StoryHero } from '#app/ui/stories/story-hero.tsx'
import { storyMeta } from '#app/ui/stories/story-meta.ts'
import { ABOUT_LEAD } from '#content/about.ts'
import type { Route } from './+types/about.ts'

export const handle: PageHandle = { side: 'millet', band: 'gulab-200' }

export function loader({ context }: Route.LoaderArgs) {
  const { brand, origin } = shopCtx(context).config
  return { brand, origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return storyMeta({
    ...loaderData,
    path: '/about',
    drawing: 'cultivate-people',
    title: `About ${loaderData.brand}`,
    description:
      'Why we sell millet for weeknights: three problems with their sources, our mission, and six steps from grain to parcel.',
  })
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <StoryHero
        title={`About ${loaderData.brand}`}
        lead={ABOUT_LEAD}
        name="cultivate-people"
        alt="Three women of a self-help group with the boxes they pack"
      />
      <ProblemTabs />
      <MissionAndVision />
      <Manifesto />
      <Process />
      <AboutVoices />
      <NextSteps />
    </>
  )
}
