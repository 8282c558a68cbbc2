import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { Ledger } from '#app/kit/ledger.tsx'
import { Link } from '#app/kit/link.tsx'
import { Section } from '#app/kit/section.tsx'
import { mealFigures, shopFigures, workFigures } from '#app/marketing/figures.ts'
import { Drawing, FactList, FigureStrip, StoryHero } from '#app/marketing/story-parts.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { IMPACT_HERO, IMPACT_LINKS, LEDGERS, STAGES, type Stage } from '#content/impact.ts'
import { programmeSums } from '#shop/programme/impact.read.ts'
import type { Route } from './+types/impact.ts'

export const handle: PageHandle = {
  sheet: 'stories',
  title: IMPACT_HERO.title,
  description:
    'From farm to plate with {brand}: sourced numbers, what we count ourselves, and what is not measured yet.',
  picture: 'impact',
  band: '--color-bajra-300',
  cached: 'exact',
  search: 'sitemap',
  landing: 'stories',
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, products: onSale } = context.get(requestContext)
  const [products, sums] = await Promise.all([onSale.get(), programmeSums(ctx.reads.catalogue)])
  return { shop: shopFigures(products), meal: mealFigures(products), work: workFigures(sums) }
}

export default function Impact({ loaderData: { shop, meal, work } }: Route.ComponentProps) {
  const canOpen = useCanOpen()
  return (
    <>
      <StoryHero {...IMPACT_HERO} name="cultivate-land" alt="Rows of millet running towards a low sun" />
      {shop.length > 0 && <FigureStrip id="shop-numbers" title="The shop in numbers" figures={shop} />}
      {STAGES.map((stage, index) => (
        <StageBlock key={stage.id} stage={stage} number={index + 1} />
      ))}
      {work.length > 0 && <FigureStrip id="work-numbers" title="Work done so far" titled figures={work} />}
      {meal.length > 0 && (
        <FigureStrip id="meal-numbers" title="One meal of the complete box" titled figures={meal} />
      )}
      <Section titleId="ledgers" title={LEDGERS.title} className="ledgers">
        <div className="ledgers-two">
          <Page icon="check" {...LEDGERS.counted} />
          <Page icon="minus" {...LEDGERS.open} />
        </div>
        <p className="max-w-read">{LEDGERS.note}</p>
      </Section>
      <Section titleId="read-on" title={IMPACT_LINKS.title} look="text-3xl">
        <ul className="read-on">
          {IMPACT_LINKS.links
            .filter(({ to }) => canOpen(to))
            .map(({ to, label, text }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <p>{text}</p>
                <Icon name="arrow-right" />
              </li>
            ))}
        </ul>
      </Section>
    </>
  )
}

/** One stop on the way from farm to plate. `number` counts from 1. Every second picture is on the right. */
function StageBlock({ stage, number }: { stage: Stage; number: number }) {
  return (
    <section
      id={stage.id}
      aria-labelledby={`${stage.id}-title`}
      className="py-section stage"
      style={{ background: `var(${stage.ground})` }}
    >
      <div className="wrap">
        <Drawing name={stage.drawing} alt={stage.alt} />
        <div>
          <h2 id={`${stage.id}-title`} className="display text-4xl">
            <span className="text-accent">{number}</span> {stage.title}
          </h2>
          <div className="stage-text">
            {stage.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {stage.facts.length > 0 && <FactList names={stage.facts} />}
          {stage.record && <Ledger rows={[...stage.record]} className="mt-8" />}
        </div>
      </div>
    </section>
  )
}

function Page({ icon, title, rows }: { icon: IconName; title: string; rows: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Icon name={icon} />
            {row}
          </li>
        ))}
      </ul>
    </div>
  )
}
