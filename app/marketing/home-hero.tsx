import { ButtonLink } from '#app/kit/button-link.tsx'
import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import { HERO } from '#content/home.ts'

const WIDE = '/illustrations/hero-millet.svg'
const NARROW = '/illustrations/hero-millet-mobile.svg'

/** The art runs the full width; the words stand on its empty left, and above it on a phone. */
export function HomeHero() {
  return (
    <div className="home-hero">
      <div className="home-hero-words">
        <h1 className="display">{HERO.title}</h1>
        <p>{HERO.lead}</p>
        <div className="home-hero-ways">
          <ButtonLink to="/products">Shop Now</ButtonLink>
          <ButtonLink to="/about" look="paper">
            How It Works
          </ButtonLink>
        </div>
      </div>
      <picture>
        <source media="(max-width: 56rem)" srcSet={NARROW} {...illustrationSize(NARROW)} />
        <img
          src={WIDE}
          {...illustrationSize(WIDE)}
          fetchPriority="high"
          className="home-hero-art"
          alt="The complete box, the ragi mix and the bajra mix on a table before a millet field"
        />
      </picture>
    </div>
  )
}
