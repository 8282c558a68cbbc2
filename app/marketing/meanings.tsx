import { Tabs } from '#app/kit/tabs.tsx'
import { brandSentence, brandWord } from '#app/marketing/brand-sentence.ts'
import { Drawing } from '#app/marketing/drawing.tsx'
import { MEANINGS, type Meaning } from '#content/home.ts'

/** '{brand} means {brand}tion': three readings of the word, each with its scene. */
export function Meanings({ brand }: { brand: string }) {
  return (
    <section className="py-section">
      <div className="wrap meanings">
        <h2 className="display text-4xl">{brandSentence(brand)}</h2>
        <Tabs
          label={`What ${brandWord(brand)} means`}
          orientation="vertical"
          tabs={MEANINGS.map((meaning) => ({
            id: meaning.id,
            label: meaning.label,
            panel: <Panel meaning={meaning} />,
          }))}
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
