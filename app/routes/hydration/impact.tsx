import type { PageHandle } from '#app/root.tsx'
import { Goals } from '#app/ui/hydration/goals.tsx'
import { ImpactHero } from '#app/ui/hydration/impact-hero.tsx'
import { MemberStories } from '#app/ui/hydration/member-stories.tsx'
import { NextPages } from '#app/ui/hydration/next-pages.tsx'
import { RippleEffect } from '#app/ui/hydration/ripple-effect.tsx'
import { StatGroups } from '#app/ui/hydration/stat-groups.tsx'
import { pageMeta, siteOf } from '#app/ui/seo/page-meta.ts'
import { pagePicture } from '#app/ui/seo/share-picture.ts'
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
