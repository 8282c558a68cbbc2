import { classNames } from '#app/kit/class-names.ts'
import { FACTS, type Fact, type FactName } from '#content/facts.ts'

/** Source and year of a statistic, small, with a link where the source can be opened. */
export function Cite({ fact }: { fact: Fact }) {
  const source = fact.url ? <a href={fact.url}>{fact.source}</a> : fact.source
  return (
    <cite className="story-cite">
      {source}, {fact.year}
    </cite>
  )
}

/** Ruled rows: the figure large, what it counts, and where it comes from. */
export function FactList({ names, className }: { names: readonly FactName[]; className?: string }) {
  return (
    <ul className={classNames('story-facts', className)}>
      {names.map((name) => (
        <FactRow key={name} fact={FACTS[name]} />
      ))}
    </ul>
  )
}

function FactRow({ fact }: { fact: Fact }) {
  return (
    <li className="story-fact">
      <p>
        <b className="numeric">{fact.figure}</b> <span>{fact.text}</span>
      </p>
      <Cite fact={fact} />
    </li>
  )
}
