import { Drawing } from '#app/marketing/drawing.tsx'
import { Cite } from '#app/marketing/facts.tsx'
import { FACTS, type Fact } from '#content/facts.ts'
import { VALUES, type Value } from '#content/home.ts'

/** Three values, each with one number about the country and where it comes from. */
export function Values() {
  return (
    <section className="py-section values" aria-labelledby="values">
      <div className="wrap">
        <h2 id="values" className="display text-3xl">
          {VALUES.title}
        </h2>
        <div className="values-three">
          {VALUES.three.map((value) => (
            <ValueColumn key={value.title} value={value} />
          ))}
        </div>
      </div>
    </section>
  )
}

function ValueColumn({ value }: { value: Value }) {
  const fact: Fact = FACTS[value.fact]
  return (
    <div>
      <Drawing name={value.drawing} />
      <h3 className="display text-2xl">{value.title}</h3>
      <p>{value.text}</p>
      <p className="values-fact">
        <b className="numeric">{fact.figure}</b> {fact.text}. <Cite fact={fact} />
      </p>
    </div>
  )
}
