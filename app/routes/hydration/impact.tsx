import type { PageHandle } from '#app/root.tsx'
import { Goals } from '#app/ui/hydration/goals.tsx'
import { ImpactHero } from '#app/ui/hydration/impact-hero.tsx'
import { MemberStories } from '#app/ui/hydration/member-stories.tsx'
import { NextPages } from '#app/ui/hydration/next-pages.tsx'
import { RippleEffect } from '#app/ui/hydration/ripple-effect.tsx'
import { StatGroups } from '#app/ui/hydration/stat-groups.tsx'
import { IMPACT } from '#content/hydration/impact.ts'
import type { Route } from './+types/impact.ts'

export const handle: PageHandle = { side: 'hydration', band: 'lake-200' }

export const meta: Route.MetaFunction = () => [
  { title: IMPACT.title },
  { name: 'description', content: IMPACT.description },
]

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
