import { useCanOpen, useTaxes } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { Link } from '#app/kit/link.tsx'
import { productPath } from '#app/kit/paths.ts'
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { Price } from '#app/kit/product/price.tsx'
import { Section } from '#app/kit/section.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import type { Figure, HomeBox, HomeShelf } from '#app/marketing/figures.ts'
import { Cite, Drawing, FigureStrip, StepList } from '#app/marketing/story-parts.tsx'
import { Voices } from '#app/marketing/voices.tsx'
import { OfferLines } from '#app/storefront/offer-lines.tsx'
import { FACTS, type Fact } from '#content/facts.ts'
import { type HomeTexts, type Meaning, REPLENISH_STICKS } from '#content/home.ts'
import { COMPLETE_BOX } from '#shop/catalogue/complete-box.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'
import { addedTaxText, type PriceMode } from '#shop/kernel/tax.ts'

const WIDE = '/illustrations/hero-millet.svg'
const NARROW = '/illustrations/hero-millet-mobile.svg'

export type HomePageProps = {
  brand: string
  texts: HomeTexts
  shelf: HomeShelf
  shipping: string
  offers: readonly string[]
}

/** The front page of the millet side, top to bottom. Without the box on sale, its numbers and block are left out. */
export function HomePage({ brand, texts, shelf, shipping, offers }: HomePageProps) {
  const canOpen = useCanOpen()
  const { prices } = useTaxes()
  return (
    <>
      <HomeHero {...texts.hero} hasProducts={!shelf.isEmpty} />
      <OfferLines offers={offers} />
      {shelf.box && (
        <FigureStrip
          id="box-numbers"
          title="The complete box in numbers"
          figures={boxFigures(shelf.box, shelf.tastemakers, prices)}
        />
      )}
      <Meanings brand={brand} meanings={texts.meanings} />
      {shelf.box && <Flagship box={shelf.box} shipping={shipping} lead={texts.box.lead} />}
      <Journey {...texts.journey} />
      <Values {...texts.values} />
      <Voices title={texts.voicesTitle} />
      <div className="wrap">
        <div className="impact-link">
          <div>
            <Link to="/impact" className="display text-3xl">
              {texts.impactLink.label}
            </Link>
            <p>{texts.impactLink.text}</p>
          </div>
          <Icon name="arrow-right" strokeWidth={1.5} />
        </div>
      </div>
      {canOpen('/replenish') && <ReplenishBand {...texts.replenish} from={shelf.replenishFrom} />}
    </>
  )
}

function boxFigures(box: HomeBox, tastemakers: number, prices: PriceMode): Figure[] {
  const tax = prices === 'inclusive' ? 'with all taxes' : 'before tax'
  return [
    { value: formatPrice(box.price), label: 'the complete box' },
    { value: `${COMPLETE_BOX.meals}`, label: 'meals of ragi and bajra' },
    { value: `${box.picks}`, label: `tastemakers, your pick of ${tastemakers}` },
    { value: formatPrice(box.mealPrice), label: `a meal, near enough, ${tax}` },
  ]
}

/** Farm to plate in four pictures. On a wide screen they form one strip, on a phone each picture is beside its step. */
function Journey({ title, steps }: HomeTexts['journey']) {
  return (
    <section className="py-section journey" aria-labelledby="journey">
      <h2 id="journey" className="wrap display text-4xl">
        <span>{title}</span>
      </h2>
      <div className="journey-strip">
        {steps.map(({ drawing }) => (
          <Drawing key={drawing} name={drawing} />
        ))}
      </div>
      <StepList steps={steps} className="wrap journey-steps" />
    </section>
  )
}

/** `from`: price of the cheapest box; null if no box is sold. */
function ReplenishBand({ from, title, text, link }: HomeTexts['replenish'] & { from: Money | null }) {
  return (
    <section data-side="hydration" className="replenish-band" aria-labelledby="replenish-band">
      <div className="wrap">
        <div className="replenish-words">
          <h2 id="replenish-band" className="display text-4xl">
            {title}
          </h2>
          <p className="mt-4 max-w-[28rem] text-lg">{text}</p>
          {from !== null && <p className="numeric mt-2 font-semibold">Boxes from {formatPrice(from)}</p>}
          <ButtonLink to="/replenish" className="mt-7">
            {link}
          </ButtonLink>
        </div>
        <div className="replenish-sticks">
          {REPLENISH_STICKS.map((stick) => (
            <Drawing key={stick} name={`replenish-stick-${stick}`} />
          ))}
        </div>
      </div>
    </section>
  )
}

function HomeHero({ title, lead, hasProducts }: HomeTexts['hero'] & { hasProducts: boolean }) {
  return (
    <div className={hasProducts ? 'home-hero' : 'home-hero home-hero-bare'}>
      <div className="home-hero-words">
        <h1 className="display">{title}</h1>
        <p>{lead}</p>
        <div className="home-hero-ways">
          {hasProducts && <ButtonLink to="/products">Shop Now</ButtonLink>}
          <ButtonLink to="/about" look={hasProducts ? 'paper' : undefined}>
            How It Works
          </ButtonLink>
        </div>
      </div>
      {hasProducts && (
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
      )}
    </div>
  )
}

function Values({ title, three }: HomeTexts['values']) {
  return (
    <Section titleId="values" title={title} look="text-3xl" className="values">
      <div className="values-three">
        {three.map((value) => {
          const fact: Fact = FACTS[value.fact]
          return (
            <div key={value.title}>
              <Drawing name={value.drawing} />
              <h3 className="display text-2xl">{value.title}</h3>
              <p>{value.text}</p>
              <p className="values-fact">
                <b className="numeric">{fact.figure}</b> {fact.text}. <Cite fact={fact} />
              </p>
            </div>
          )
        })}
      </div>
    </Section>
  )
}

function Meanings({ brand, meanings }: Pick<HomePageProps, 'brand'> & Pick<HomeTexts, 'meanings'>) {
  return (
    <section className="py-section">
      <div className="wrap meanings">
        <h2 className="display text-4xl">{brandSentence(brand)}</h2>
        <Tabs
          label={`What ${brandWord(brand)} means`}
          orientation="vertical"
          tabs={meanings.map((meaning) => ({ ...meaning, panel: <Panel meaning={meaning} /> }))}
        />
      </div>
    </section>
  )
}

function Panel({ meaning }: { meaning: Meaning }) {
  return (
    <>
      <div className="meaning-text">
        {meaning.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Drawing name={meaning.drawing} alt={meaning.alt} className="meaning-scene" />
    </>
  )
}

function Flagship({ box, shipping, lead }: { box: HomeBox; shipping: string; lead: string }) {
  const taxes = useTaxes()
  return (
    <section className="py-section bg-gulab-200" aria-labelledby="flagship">
      <div className="wrap flagship">
        <Drawing name="complete-box" alt={`${box.name}: ${COMPLETE_BOX.meals} millet meals`} />
        <div>
          <h2 id="flagship" className="display text-4xl">
            {box.name}
          </h2>
          <p className="mt-4 text-lg">{lead}</p>
          <Ledger className="flagship-ledger" rows={boxRows(box)} />
          {box.perMeal.length > 0 && (
            <div className="my-7">
              <h3 className="font-semibold">In one meal</h3>
              <dl className="per-meal">
                {box.perMeal.map(({ value, label }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd className="numeric">{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink to={productPath(box)}>Build your box</ButtonLink>
            <div>
              <Price price={box.price} original={box.original} className="text-xl font-bold" />
              <p className="text-sm">
                <b className="font-semibold">{shipping}</b>,{' '}
                {taxes.prices === 'inclusive'
                  ? 'inclusive of all taxes'
                  : `${addedTaxText(taxes)} added at checkout`}
              </p>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

function boxRows(box: HomeBox) {
  return [
    { label: 'Ragi meal mix', value: `${COMPLETE_BOX.ragiSachets} sachets` },
    { label: 'Bajra meal mix', value: `${COMPLETE_BOX.bajraSachets} sachets` },
    { label: `Tastemakers, ${box.picks} of them your pick`, value: `${COMPLETE_BOX.tastemakers} packets` },
    { label: 'Add-ons to scatter on top', value: `${COMPLETE_BOX.addOns} sachets` },
    { label: 'In all', value: `${COMPLETE_BOX.meals} meals`, strong: true },
  ]
}

export function brandWord(brand: string): string {
  return `${brand.trim().toLowerCase()}tion`
}

export function brandSentence(brand: string): string {
  return `${brand.trim()} means ${brandWord(brand)}`
}
