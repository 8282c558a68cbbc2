import { HERO } from '#content/hydration/landing.ts'
import { GlideLink } from './glide-link.tsx'

/** Words on the art's empty left; on a phone the art stands under them. */
export function HydrationHero() {
  return (
    <section className="hydration-hero">
      <div className="hydration-hero-copy">
        <h1 className="display">{HERO.title}</h1>
        <p className="text-lg font-semibold">{HERO.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <GlideLink to="#shop" look="accent">
            Shop Now
          </GlideLink>
          <GlideLink to="#why" look="paper">
            Learn More
          </GlideLink>
        </div>
      </div>
      <picture className="hydration-hero-art">
        <source
          media="(max-width: 56rem)"
          srcSet="/illustrations/hero-hydration-mobile.svg"
          width={780}
          height={760}
        />
        <img
          src="/illustrations/hero-hydration.svg"
          alt={HERO.picture}
          width={1440}
          height={760}
          fetchPriority="high"
        />
      </picture>
    </section>
  )
}
