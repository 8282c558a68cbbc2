import { Suspense, useState } from 'react'
import { useTaxes } from '#app/frame/use-root-data.ts'
import { AddBox, boxColour, boxName, RatingLine, ScrollLink } from '#app/hydration/box-parts.tsx'
import { FlavourBrowser } from '#app/hydration/flavour-browser.tsx'
import { Label } from '#app/hydration/label.tsx'
import { Compare, Pillars } from '#app/hydration/landing-tables.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { buttonClass } from '#app/kit/button.tsx'
import { Dialog, DialogLink } from '#app/kit/dialog.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Price } from '#app/kit/product/price.tsx'
import { Section } from '#app/kit/section.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { BENEFITS, DAY, DESK_VOICES, HERO } from '#content/hydration/landing.ts'
import { type Product, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import type { Route } from './+types/landing.ts'

export const handle: PageHandle = {
  sheet: 'hydration',
  title: 'Replenish: hydration sticks for long desks',
  description: `${HERO.lead} In boxes of 30 sticks.`,
  picture: 'hydration',
  side: 'hydration',
  band: '--color-lake-100',
  cached: 'exact',
  search: 'sitemap',
  landing: 'hydration',
  feature: 'hydration',
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const products = await context.get(requestContext).products.get()
  return { products: products.filter(({ category }) => category === 'hydration') }
}

export default function HydrationLanding({ loaderData: { products } }: Route.ComponentProps) {
  // A shop without these products cannot name flavours.
  if (products.length === 0)
    return (
      <>
        <HydrationHero hasPicture={false} />
        <ShopSection products={products} />
      </>
    )
  return (
    <>
      <HydrationHero hasPicture />
      <FlavourBrowser />
      <Suspense>
        <Section titleId="day-title" title="Tear one at" className="desk-day" row="desk-day-row">
          <ol>
            {DAY.map(({ time, text, stick }) => (
              <li key={time}>
                <time className="display numeric">{time}</time>
                <p className="text-lg">{text}</p>
                <img {...illustrationSize(stick)} src={stick} alt="" loading="lazy" decoding="async" />
              </li>
            ))}
          </ol>
        </Section>
        <Why />
        <Pillars products={products} />
      </Suspense>
      <ShopSection products={products} />
      <Suspense>
        <Compare products={products} />
        <Section titleId="desks-title" title="On other desks" look="text-3xl" className="bg-lake-200">
          <p className="mt-3 mb-8 text-sm">
            We made up these people to show how a bottle is used at work. No one is quoted.
          </p>
          <div className="desk-voices">
            {DESK_VOICES.map(({ id, text, who, portrait }) => (
              <figure key={id}>
                <img src={portrait} alt="" width={240} height={240} loading="lazy" decoding="async" />
                <div>
                  <blockquote className="text-lg font-semibold">{text}</blockquote>
                  <figcaption className="mt-3 text-sm text-ink-soft">{who}</figcaption>
                </div>
              </figure>
            ))}
          </div>
        </Section>
        <NextPages from="/hydration" />
      </Suspense>
    </>
  )
}

function Why() {
  return (
    <section id="why" tabIndex={-1} className="py-section" aria-labelledby="why-title">
      <div className="wrap">
        <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:items-end">
          <h2 id="why-title" className="display text-4xl">
            Why Replenish
          </h2>
          <p className="max-w-read text-lg text-balance text-ink-soft">
            Five things that you can check on the box before you believe us.
          </p>
        </div>
        <ul className="benefits">
          {BENEFITS.map((benefit) => (
            <li key={benefit.title} className="benefit" style={{ background: `var(${benefit.color})` }}>
              <p className="benefit-figure numeric" aria-hidden="true">
                {benefit.figure}
              </p>
              <h3 className="text-lg font-bold">{benefit.title}</h3>
              <p className="mt-2 text-sm">{benefit.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function HydrationHero({ hasPicture }: { hasPicture: boolean }) {
  return (
    <section className="hydration-hero">
      <div className="hydration-hero-copy">
        <h1 className="display">{HERO.title}</h1>
        <p className="text-lg font-semibold">{HERO.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ScrollLink to="#shop" look="accent">
            Shop Now
          </ScrollLink>
          {hasPicture && (
            <ScrollLink to="#why" look="paper">
              Learn More
            </ScrollLink>
          )}
        </div>
      </div>
      {hasPicture && (
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
      )}
    </section>
  )
}

function ShopSection({ products }: { products: readonly Product[] }) {
  const isInclusive = useTaxes().prices === 'inclusive'
  return (
    <section id="shop" tabIndex={-1} className="box-shelf" aria-labelledby="shop-title">
      <div className="wrap pt-section pb-10">
        <h2 id="shop-title" className="display text-4xl">
          Boxes of thirty
        </h2>
        <p className="mt-3 text-lg text-ink-soft">
          Prices are per box, {isInclusive ? 'inclusive of all taxes' : 'before tax'}.
        </p>
        <p className="mt-2">
          <Link to="/replenish" className="link">
            How to use it, the full labels and all reviews
          </Link>
        </p>
      </div>
      {products.length === 0 && (
        <p className="wrap pb-section text-lg">No boxes are on sale at the moment.</p>
      )}
      <ul className="box-row">
        {products.map((product) => (
          <BoxCard key={product.id} product={product} />
        ))}
      </ul>
    </section>
  )
}

function BoxCard({ product }: { product: Product }) {
  const price = unitPrice(product)
  return (
    <li className="box-card" style={{ background: `var(${boxColour(product.slug)})` }}>
      <ProductPicture src={product.imageUrls[0]} alt="" className="box-card-picture" />
      <div className="box-card-words">
        <h3 className="display text-2xl">{boxName(product.name)}</h3>
        <p className="mt-2">{product.shortDescription}</p>
        <div className="mt-2">
          <RatingLine product={product} />
        </div>
        <p className="mt-5 mb-4 flex flex-wrap items-baseline gap-x-3">
          <Price
            price={price}
            original={product.price > price ? product.price : null}
            className="text-2xl font-bold"
          />
          <span className="text-sm">{stockMessage(product)}</span>
        </p>
        <AddBox product={product} />
        <LabelDialog product={product} />
      </div>
    </li>
  )
}

/** The label in a dialog. Without JavaScript the link leads to the same label on the product page. */
function LabelDialog({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DialogLink
        to={`/replenish#${product.slug}-label`}
        onOpen={() => setOpen(true)}
        className={buttonClass({ look: 'line', size: 'sm' })}
      >
        <Icon name="info" size="s" />
        <span>
          Nutrition and ingredients<VisuallyHidden>: {boxName(product.name)}</VisuallyHidden>
        </span>
      </DialogLink>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={boxName(product.name)}>
        <Label product={product} />
        <p className="mt-6">
          <Link to="/replenish#how" className="link">
            How to use it
          </Link>
        </p>
      </Dialog>
    </>
  )
}
