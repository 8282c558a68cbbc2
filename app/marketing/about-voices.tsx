import { Voice } from '#app/marketing/voice.tsx'
import { ABOUT_VOICES_TITLE } from '#content/about.ts'
import { ABOUT_VOICES, VOICES_NOTE } from '#content/testimonials.ts'

/** Three composite voices side by side, with the words that say what they are. */
export function AboutVoices() {
  return (
    <section className="py-section" aria-labelledby="about-voices">
      <div className="wrap">
        <h2 id="about-voices" className="display text-3xl">
          {ABOUT_VOICES_TITLE}
        </h2>
        <p className="mt-3 max-w-read text-sm text-ink-soft">{VOICES_NOTE}</p>
        <div className="voice-cards">
          {ABOUT_VOICES.map((voice) => (
            <Voice key={voice.id} voice={voice} />
          ))}
        </div>
      </div>
    </section>
  )
}
