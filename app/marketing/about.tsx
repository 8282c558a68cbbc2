import { AboutVoices } from '#app/marketing/about-voices.tsx'
import { Manifesto, MissionAndVision } from '#app/marketing/mission.tsx'
import { NextSteps } from '#app/marketing/next-steps.tsx'
import { ProblemTabs } from '#app/marketing/problem-tabs.tsx'
import { Process } from '#app/marketing/process.tsx'
import { StoryHero } from '#app/marketing/story-hero.tsx'
import type { PageHandle } from '#app/root.tsx'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { ABOUT_LEAD } from '#content/about.ts'
import type { Route } from './+types/about.ts'

export const handle: PageHandle = { side: 'millet', band: 'gulab-200' }

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta({
    ...site,
    path: '/about',
    image: pagePicture('about'),
    title: `About ${site.brand}`,
    description:
      'Why we sell millet for weeknights: three problems with their sources, our mission, and six steps from grain to parcel.',
  })
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
      <ProblemTabs />
      <MissionAndVision />
      <Manifesto />
      <Process />
      <AboutVoices />
      <NextSteps />
    </>
  )
}
