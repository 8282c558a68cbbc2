import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Figure } from '#app/marketing/figures.ts'
import { FACTS, type Fact, type FactName } from '#content/facts.ts'
import type { Testimonial } from '#content/testimonials.ts'

type DrawingProps = {
  /** File name below /illustrations, without the ending. */
  name: string
  /** Omitted if the text beside the drawing says the same. */
  alt?: string
  eager?: boolean
  className?: string
}

/** A drawing with fixed width and height, so that loading causes no layout shift. */
export function Drawing({ name, alt = '', eager, className }: DrawingProps) {
  const src = `/illustrations/${name}.svg`
  return (
    <img
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      {...illustrationSize(src)}
    />
  )
}

type StoryHeroProps = { title: string; lead: string } & Required<Pick<DrawingProps, 'name' | 'alt'>>

export function StoryHero({ title, lead, name, alt }: StoryHeroProps) {
  return (
    <div className="story-hero">
      <div className="story-hero-words">
        <h1 className="display text-5xl">{title}</h1>
        <p className="mt-6 max-w-[30rem] text-lg font-semibold">{lead}</p>
      </div>
      <Drawing name={name} alt={alt} eager />
    </div>
  )
}

type Step = { title: string; text: string; drawing: DrawingProps['name'] }

export function StepList({ steps, className }: { steps: readonly Step[]; className?: string }) {
  return (
    <ol className={className}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <Drawing name={step.drawing} />
          <div>
            <h3>
              <span>{index + 1}</span> {step.title}
            </h3>
            <p>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The source and year of a statistic in small text, with a link if the source is online. */
export function Cite({ fact }: { fact: Fact }) {
  const source = fact.url ? <a href={fact.url}>{fact.source}</a> : fact.source
  return (
    <cite className="story-cite">
      {source}, {fact.year}
    </cite>
  )
}

export function FactList({ names }: { names: readonly FactName[] }) {
  return (
    <ul className="story-facts">
      {names.map((name) => (
        <li key={name} className="story-fact">
          <p>
            <b className="numeric">{FACTS[name].figure}</b> <span>{FACTS[name].text}</span>
          </p>
          <Cite fact={FACTS[name]} />
        </li>
      ))}
    </ul>
  )
}

type FigureStripProps = {
  id: string
  title: string
  /** True to show the title. Otherwise only screen readers get it, because the figures explain themselves. */
  titled?: boolean
  figures: Figure[]
}

export function FigureStrip({ id, title, titled, figures }: FigureStripProps) {
  return (
    <section aria-labelledby={id} className="story-strip">
      <div className="wrap">
        <h2 id={id}>{titled ? title : <VisuallyHidden>{title}</VisuallyHidden>}</h2>
        <ul>
          {figures.map((figure) => (
            <li key={figure.label}>
              <b className="numeric">{figure.value}</b> <span>{figure.label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function Voice({ voice }: { voice: Testimonial }) {
  return (
    <figure className="voice">
      <img
        src={voice.imageUrl}
        alt=""
        loading="lazy"
        decoding="async"
        {...illustrationSize(voice.imageUrl)}
      />
      <blockquote>{voice.content}</blockquote>
      <figcaption>
        <b>{voice.name}</b>
        <span>{voice.role}</span>
      </figcaption>
    </figure>
  )
}
