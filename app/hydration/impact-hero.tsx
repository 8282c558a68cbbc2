import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import { FLAVOURS } from '#content/hydration/flavours.ts'
import { IMPACT } from '#content/hydration/impact.ts'

/** The page's promise, beside the four sticks it is about. */
export function ImpactHero() {
  return (
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
  )
}
