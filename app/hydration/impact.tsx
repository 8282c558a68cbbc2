import { Goals } from '#app/hydration/goals.tsx'
import { ImpactHero } from '#app/hydration/impact-hero.tsx'
import { MemberStories } from '#app/hydration/member-stories.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { RippleEffect } from '#app/hydration/ripple-effect.tsx'
import { StatGroups } from '#app/hydration/stat-groups.tsx'
import type { PageHandle } from '#app/root.tsx'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { IMPACT } from '#content/hydration/impact.ts'
import type { Route } from './+types/impact.ts'

export const handle: PageHandle = { side: 'hydration', band: 'lake-200' }

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = IMPACT
  const image = pagePicture('hydration-impact')
  return pageMeta({ ...siteOf(matches), path: '/hydration/impact', title, description, image })
}

const NEXT = [
  { to: '/replenish', label: 'Replenish Hydration' },
  { to: '/hydration', label: 'Meet the four flavours' },
  { to: '/hydration/contact', label: 'Questions and contact' },
]

export default function HydrationImpact() {
  return (
    <>
      <ImpactHero />
      <StatGroups />
      <MemberStories />
      <RippleEffect />
      <Goals />
      <NextPages title="Read on" pages={NEXT} />
    </>
  )
}
